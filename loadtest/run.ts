import process from "node:process";
import { compareFiles } from "./commands/compare.ts";
import { searchCapacity } from "./commands/find-capacity.ts";
import { measureAndReport } from "./commands/measure.ts";
import { complain, ExitStatus } from "./exit-status.ts";
import { HELP } from "./option-table.ts";
import { type Command, OptionsError, parseCommand } from "./options.ts";

async function main(args: readonly string[]): Promise<number> {
  let command: Command;
  try {
    command = parseCommand(args);
  } catch (error) {
    if (!(error instanceof OptionsError)) throw error;
    return complain(error.message, ExitStatus.usage);
  }
  switch (command.kind) {
    case "help":
      console.log(HELP);
      return ExitStatus.ok;
    case "run":
      return await measureAndReport(command.options);
    case "find-capacity":
      return await searchCapacity(command.options);
    case "compare":
      return await compareFiles(command.before, command.after);
  }
}

process.exitCode = await main(process.argv.slice(2));
