/** What the README names of the command line is there. */
import assert from "node:assert/strict";
import type { Command } from "commander";
import { commands } from "../../src/cli/mod.ts";
import { namedInReadme } from "./shown_lines.ts";

Deno.test("every command that the README names exists, with the options that it names", () => {
  const named = namedInReadme();
  assert.ok(named.length >= 8, named.join("\n"));
  for (const line of named) {
    let command: Command = commands({});
    for (const word of line.split(/\s+/).slice(1)) {
      if (word.startsWith("--")) {
        if (word === "--help") continue;
        assert.ok(
          command.options.some(({ long }) => long === word),
          `${line}: ${command.name()} has no ${word}`,
        );
        continue;
      }
      const inner = command.commands.find((one) => one.name() === word);
      if (inner) command = inner as Command;
      else assert.equal(command.commands.length, 0, `${line}: there is no command ${word}`);
    }
  }
});
