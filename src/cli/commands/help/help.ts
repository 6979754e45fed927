/** `help`: of a command as ever, of a topic its chapter of the handbook, and without either the list of both. */
import type { Command } from "commander";
import type { Environment } from "../../../settings/mod.ts";
import { say } from "../../program.ts";

export function helpCommand(program: Command, environment: Environment): void {
  program.helpCommand(false);
  program.command("help")
    .argument("[words...]", "a command, a chapter of the handbook, or words to look for in it")
    .description("help for a command, or a chapter of the handbook; alone, the chapters")
    .option("--chapter", "the chapter, where a command has the same name")
    .option("--lang <code>", "language of the handbook: en or de; by default that of the shell")
    .addHelpText(
      "after",
      "\nExamples:\n  main.ts help\n  main.ts help backup-and-upgrade\n  main.ts help peer add",
    )
    .action(async (words: string[], options: { chapter?: boolean; lang?: string }) => {
      const command = options.chapter ? undefined : commandOf(program, words);
      if (words.length === 0) program.outputHelp();
      command?.outputHelp();
      // Loaded when somebody asks: every start would load it otherwise.
      const { showChapters, showTopic, isChapter } = await import("./topics.ts");
      if (words.length === 0) return await showChapters(options.lang, environment);
      if (!command) return await showTopic(words, options.lang, environment);
      if (words.length === 1 && isChapter(words[0]!)) {
        say(`\nThe handbook has a chapter of this name: main.ts help --chapter ${words[0]}`);
      }
    });
}

/** The command that these words name, one inside the other. */
function commandOf(program: Command, words: readonly string[]): Command | undefined {
  let command: Command | undefined = program;
  for (const word of words) {
    command = command.commands.find((one) => one.name() === word) as Command | undefined;
    if (!command) return undefined;
  }
  return words.length > 0 ? command : undefined;
}
