/** What is asked at a terminal, over a real one: `script` gives the command a pseudo-terminal. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { withFolder } from "../kit/server.ts";
import { needsProgram, peerTest } from "./peer.ts";

/** Without what moves the cursor. */
// deno-lint-ignore no-control-regex -- they are what is taken out
const plain = (text: string): string => text.replace(/\x1b\[[0-9;?]{0,20}[A-Za-z]|\r/g, "");
/** A command that says nothing for so long, in milliseconds, is ended, and its test fails. */
const SILENT_MS = 60_000;

/** A command at a terminal: what it shows, and answers typed when it has shown something. */
class Terminal {
  readonly #child: Deno.ChildProcess;
  readonly #keys: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;
  readonly #output: ReadableStreamDefaultReader<string>;
  #shown = "";

  constructor(env: Record<string, string>, ...args: string[]) {
    const program = `exec '${Deno.execPath()}' run -P '${
      new URL("../../main.ts", import.meta.url).pathname
    }'`;
    this.#child = new Deno.Command("script", {
      args: ["--quiet", "--return", "--flush", "--command", `${program} ${args.join(" ")}`, "/dev/null"],
      env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1", SHELL: "/bin/sh", ...env },
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    this.#keys = this.#child.stdin.getWriter();
    this.#output = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** What was shown since the last answer, as soon as it ends with this. */
  async until(words: RegExp): Promise<string> {
    const timer = setTimeout(() => this.#child.kill(), SILENT_MS);
    try {
      return await this.#read(words);
    } finally {
      clearTimeout(timer);
    }
  }

  async #read(words: RegExp): Promise<string> {
    while (!words.test(this.#shown)) {
      const { done, value } = await this.#output.read();
      assert.ok(!done, `it ended; it had shown: ${this.#shown}`);
      this.#shown = plain(this.#shown + value);
    }
    return this.#shown;
  }

  async type(line: string): Promise<void> {
    this.#shown = "";
    await this.#keys.write(new TextEncoder().encode(`${line}\n`));
  }

  /** Waits for its end; gives its status and what it showed last. */
  async end(): Promise<{ code: number; shown: string }> {
    for (let read = await this.#output.read(); !read.done; read = await this.#output.read()) {
      this.#shown = plain(this.#shown + read.value);
    }
    await this.#keys.close().catch(() => {});
    return { code: (await this.#child.status).code, shown: this.#shown };
  }
}

const noTerminal = needsProgram("script", "bsdutils");
const operatorOf = async (data: string) =>
  /ADMIN_CALLSIGNS="(.*)"/.exec(await Deno.readTextFile(join(data, "gateway.env")))?.[1];

peerTest("setup asks for a callsign until it gets one", noTerminal, () =>
  withFolder(async (folder) => {
    const terminal = new Terminal({ DATA_DIR: folder }, "setup");
    await terminal.until(/Your callsign .*: ?$/);
    await terminal.type("not a call");
    const again = await terminal.until(/Your callsign .*: ?$/);
    assert.match(again, /NOT A CALL is not a callsign: 3 to 7 letters and digits with a digit among them\./);
    await terminal.type("OE");
    await terminal.until(/OE is not a callsign.*Your callsign .*: ?$/s);
    await assert.rejects(Deno.stat(join(folder, "gateway.env")), "nothing is made before there is an answer");
    await terminal.type(" oe1xyz ");
    const { code, shown } = await terminal.end();
    assert.equal(code, 0, shown);
    assert.equal(await operatorOf(folder), "OE1XYZ");
  }));

peerTest(
  "nothing answered is a trial, and the next setup asks again",
  noTerminal,
  () =>
    withFolder(async (folder) => {
      const trial = new Terminal({ DATA_DIR: folder }, "setup");
      await trial.until(/Your callsign .*: ?$/);
      await trial.type("");
      assert.match((await trial.end()).shown, /Nobody is operator yet but N0CALL, for a trial/);
      assert.equal(await operatorOf(folder), "N0CALL");
      const named = new Terminal({ DATA_DIR: folder }, "setup");
      await named.until(/Your callsign .*: ?$/);
      await named.type("OE1XYZ");
      assert.match((await named.end()).shown, /OE1XYZ is the operator of .* now\./);
      assert.equal(await operatorOf(folder), "OE1XYZ");
      const third = await new Terminal({ DATA_DIR: folder }, "setup").end();
      assert.match(third.shown, /is set up already; nothing was changed\./);
    }),
);

peerTest("start at a terminal asks too, and serves", noTerminal, () =>
  withFolder(async (folder) => {
    const terminal = new Terminal({ DATA_DIR: folder, PORT: "0" }, "start");
    await terminal.until(/Your callsign .*: ?$/);
    await terminal.type("?");
    await terminal.until(/\? is not a callsign.*Your callsign .*: ?$/s);
    await terminal.type("OE1XYZ");
    const shown = await terminal.until(/Serving (http:\S+)/);
    const url = /Serving (http:\S+)/.exec(shown)![1]!;
    assert.equal((await (await fetch(`${url}/health`)).json()).ok, true);
    // Ctrl-C at the terminal.
    await terminal.type("\x03");
    assert.equal((await terminal.end()).code, 0);
  }));
