/** An error that ends the start of the server: its message is one line that names what is wrong and what to do. */
export class StartupError extends Error {
  readonly code: "BAD_CONFIGURATION" | "PORT_IN_USE" | "CANNOT_LISTEN" | "REDIS_UNREACHABLE";

  constructor(code: StartupError["code"], message: string) {
    super(message);
    this.name = "StartupError";
    this.code = code;
  }
}
