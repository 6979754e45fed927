/** `help`: of a command as ever, of a topic its chapter of the handbook, and without either the list of both. */
import type { Command } from "commander";
import { BOOK_LANGUAGES, type BookLanguage, chapterOf, searchBook } from "../../handbook/mod.ts";
import { bookIn } from "../../web/mod.ts";
import type { Environment } from "../../settings/mod.ts";
import { cliFailure } from "../failing.ts";
import { say } from "../program.ts";
import { chapterText } from "./handbook_text.ts";

const WIDTH = 80;

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
      const [topic] = words;
      if (topic === undefined) program.outputHelp();
      const command = options.chapter ? undefined : commandOf(program, words);
      if (command) {
        command.outputHelp();
        if (words.length > 1 || !chapterOf(topic!)) return;
        return say(`\nThe handbook has a chapter of this name: main.ts help --chapter ${topic}`);
      }
      const book = await bookIn(languageOf(options.lang, environment));
      if (topic === undefined) {
        say("\nThe handbook (main.ts help <topic>):");
        const longest = Math.max(...book.chapters.map(({ id }) => id.length));
        for (const { id, title } of book.chapters) say(`  ${id.padEnd(longest + 2)}${title}`);
        return;
      }
      const chapter = words.length === 1 ? book.chapters.find(({ id }) => id === topic) : undefined;
      if (chapter) return say(chapterText(chapter, WIDTH));
      const hits = searchBook(book, words.join(" "));
      if (hits.length === 0) {
        throw cliFailure.not_found(
          {},
          `There is no command and no chapter "${words.join(" ")}"; see: main.ts help`,
        );
      }
      for (const { chapter, title, heading, excerpt } of hits) {
        say(`main.ts help ${chapter}\n  ${heading ? `${title}: ${heading}` : title}\n  ${excerpt}\n`);
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

function languageOf(asked: string | undefined, environment: Environment): BookLanguage {
  const named = BOOK_LANGUAGES.find((one) => one === asked?.toLowerCase());
  if (asked !== undefined && !named) throw cliFailure.bad_option({}, `--lang takes en or de, not ${asked}`);
  const shell = environment.LC_ALL || environment.LC_MESSAGES || environment.LANG || "";
  return named ?? BOOK_LANGUAGES.find((one) => shell.startsWith(one)) ?? "en";
}
