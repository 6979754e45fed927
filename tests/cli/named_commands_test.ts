/** What README and handbook name of the command line is there. */
import assert from "node:assert/strict";
import type { Command } from "commander";
import { commands } from "../../src/cli/all_commands.ts";
import { namedInReadme, typedInBlocks } from "./shown_lines.ts";

Deno.test("every command that README and handbook name exists, with the options that they name", () => {
  const named = [...namedInReadme(), ...typedInBlocks()];
  assert.ok(named.length >= 100, named.join("\n"));
  for (const shown of named) {
    // A program that runs another one names it inside; `…`, `<file>` and texts stand for what people fill in.
    const line = shown.replace(/^.*(?=main\.ts )/, "").replace(/["'].*$/, "").replace(/ [&>].*$/, "");
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
