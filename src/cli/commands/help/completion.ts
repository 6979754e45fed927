/** `completion`: what a shell needs to complete this program's commands and options. */
import type { Command } from "commander";
import { cliFailure } from "../../failing.ts";
import { PROGRAM } from "../../program.ts";

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
