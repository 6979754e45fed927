/**
 * What people and shells are told of commands. `help`: of a command as ever, of a topic its chapter of the handbook, and without
 * either the list of both. `completion`: what a shell needs to complete this program's commands and options.
 */
import type { Command } from "commander";
import type { Environment } from "../../../settings/mod.ts";
import { cliFailure } from "../../failing.ts";
import { PROGRAM, say } from "../../program.ts";

/** Adds `help` in the place of the one that the library of commands has. */
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

/** Words that may follow a path of commands, e.g. `peer` → `list add trust …`. */
function wordsOf(program: Command): Map<string, string[]> {
  const words = new Map<string, string[]>();
  const walk = (command: Command, path: string) => {
    words.set(path, [
      ...command.commands.map((inner) => inner.name()),
      ...command.options.flatMap(({ long }) => long ? [long] : []),
      "--help",
    ]);
    for (const inner of command.commands) walk(inner as Command, `${path} ${inner.name()}`.trim());
  };
  walk(program, "");
  return words;
}

/** Shell functions are named after the program; a checkout is started by several words, and completion knows programs by one. */
const COMMAND = PROGRAM.includes(" ") ? "service-gateway" : PROGRAM;

function bash(words: Map<string, string[]>): string {
  const cases = [...words].map(([path, list]) => `    "${path}") words="${list.join(" ")}" ;;`);
  return [
    "_service_gateway() {",
    '  local path="" word words=""',
    '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
    '    case "$word" in -*) ;; *) path="${path:+$path }$word" ;; esac',
    "  done",
    '  case "$path" in',
    ...cases,
    "  esac",
    '  COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))',
    '  [ ${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "${COMP_WORDS[COMP_CWORD]}"))',
    "}",
    `complete -F _service_gateway ${COMMAND}`,
  ].join("\n");
}

const zsh = (words: Map<string, string[]>): string =>
  ["autoload -U +X compinit && compinit", "autoload -U +X bashcompinit && bashcompinit", bash(words)].join(
    "\n",
  );

function fish(words: Map<string, string[]>): string {
  return [...words].flatMap(([path, list]) => {
    const parts = path.split(" ").filter(Boolean);
    const where = parts.length === 0
      ? "__fish_use_subcommand"
      : parts.map((part) => `__fish_seen_subcommand_from ${part}`).join("; and ");
    const of = (word: string) => word.startsWith("--") ? `-l ${word.slice(2)}` : `-a ${word}`;
    return list.map((word) => `complete -c ${COMMAND} -n "${where}" ${of(word)}`);
  }).join("\n");
}

const SHELLS: Record<string, (words: Map<string, string[]>) => string> = { bash, zsh, fish };

/** Adds `completion`. */
export function completionCommand(program: Command): void {
  program.command("completion <shell>")
    .description(`print what ${Object.keys(SHELLS).join(", ")} needs to complete commands and options`)
    .addHelpText(
      "after",
      "\nExamples:\n  main.ts completion bash > ~/.local/share/bash-completion/completions/service-gateway\n" +
        "  main.ts completion fish > ~/.config/fish/completions/service-gateway.fish",
    )
    .action((shell: string) => {
      const write = SHELLS[shell];
      if (!write) {
        throw cliFailure.bad_option(
          {},
          `completion takes one of ${Object.keys(SHELLS).join(", ")}, not ${shell}`,
        );
      }
      console.log(write(wordsOf(program)));
    });
}
