/** `help`: of commands as ever, of topics a chapter; words that are neither are looked for. */
import assert from "node:assert/strict";
import { CHAPTERS } from "../../src/handbook/mod.ts";
import { chapterText } from "../../src/cli/commands/help/handbook_text.ts";
import { makeHandbook } from "../../tools/app/handbook.ts";
import { command } from "../kit/command.ts";
import { ROOT } from "../kit/server.ts";

const help = (...args: string[]) => command(["help", ...args]);

Deno.test("help names every command and every chapter; of a command it is what it was", async () => {
  const { code, stdout } = await help();
  assert.equal(code, 0);
  for (const { id } of CHAPTERS) assert.match(stdout, new RegExp(`^  ${id} +\\S`, "m"));
  assert.match(stdout, /^ {2}doctor \[options\]/m);
  const own = await command(["peer", "add", "--help"]);
  assert.equal((await help("peer", "add")).stdout, own.stdout);
  assert.match((await command(["peer", "help", "add"])).stdout, /^Usage: .*peer add/);
});

Deno.test("help of a topic is its chapter, in the language of the shell", async () => {
  assert.match((await help("first-find")).stdout, /^Your first find\n=+\n/);
  assert.match((await help("first-find", "--lang", "de")).stdout, /^Dein erster Fund\n/);
  const shell = await command(["help", "first-find"], { LANG: "de_AT.UTF-8" });
  assert.match(shell.stdout, /^Dein erster Fund\n/);
});

Deno.test("a chapter with the name of a command is named after it, and asked for with --chapter", async () => {
  assert.match((await help("settings")).stdout, /^Usage: [\s\S]*help --chapter settings\n$/);
  assert.match((await help("--chapter", "settings")).stdout, /^Settings\n[\s\S]*ADMIN_CALLSIGNS/);
});

Deno.test("words are looked for; what is nowhere ends with a status and a way on", async () => {
  assert.match((await help("varnish", "digipeater")).stderr, /no command and no chapter/);
  assert.match((await help("varnish")).stdout, /help many-readers\n/);
  const { code, stderr } = await help("zzyzx");
  assert.equal(code, 1);
  assert.match(stderr, /no command and no chapter "zzyzx"/);
  assert.notEqual((await help("tak", "--lang", "fr")).code, 0);
});

Deno.test("every chapter fits a terminal of eighty columns, but for code and what has no blank", () => {
  for (const lang of ["en", "de"] as const) {
    for (const chapter of makeHandbook(ROOT).books[lang].chapters) {
      const code = new Set(chapter.blocks.flatMap((one) => "code" in one ? one.code.split("\n") : []));
      for (const line of chapterText(chapter, 80).split("\n")) {
        const said = line.length <= 80 || code.has(line.slice(2)) || !/\S\s+\S/.test(line.slice(4));
        assert.ok(said, `${chapter.id}: ${line}`);
      }
    }
  }
});
