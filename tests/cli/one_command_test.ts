/** A line that names a command loads that one alone, and it is the same command as among all. */
import assert from "node:assert/strict";
import type { Command } from "commander";
import { commands } from "../../src/cli/all_commands.ts";
import { ADDED_BY, programFor } from "../../src/cli/mod.ts";

/** All that a command takes, and the commands in it. */
const shapeOf = (command: Command): unknown => ({
  name: command.name(),
  options: command.options.map(({ flags }) => flags),
  inner: command.commands.map((one) => shapeOf(one as Command)),
});
const named = (program: Command, word: string) =>
  program.commands.find((one) => one.name() === word) as Command | undefined;

Deno.test("each command is added by its first word as it is among all commands", async () => {
  const all = commands({}), added = ADDED_BY.flatMap(([words]) => words.split(" "));
  // What speaks of all commands is added with them; a checkout and the tarball lead `box` to a program of its own.
  const rest = ["box", "completion", "help"];
  assert.deepEqual([...added, ...rest].toSorted(), all.commands.map((one) => one.name()).toSorted());
  for (const word of added) {
    const alone = named(await programFor([word], {}), word);
    assert(alone, word);
    assert.deepEqual(shapeOf(alone), shapeOf(named(all, word)!), word);
  }
});

Deno.test("a line without a command that is known has all commands around it, and the version none", async () => {
  const names = async (...args: string[]) => (await programFor(args, {})).commands.length;
  const all = commands({}).commands.length;
  for (const line of [[], ["help"], ["--help"], ["serv"], ["box"]]) assert.equal(await names(...line), all);
  assert.equal(await names("--version"), 0);
  assert.equal(await names("secrets", "new"), 2);
});
