/** The HTTP address of the server at `url`, whose scheme may be ws or wss. */
export function httpUrl(url: string): string {
  return url.replace(/^ws/, "http");
}
