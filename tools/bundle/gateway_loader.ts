/**
 * Where the tarball's `gateway.js` begins: it runs `gateway.cjs` with the code that was compiled at an earlier start. The
 * runtime's own cache knows what was compiled when the script was read; the functions that a start calls, some three
 * thousand, it compiles anew each time, which is a third of a start. A server keeps what was compiled fifteen seconds after
 * its first start, where programs of its user keep what they can do without.
 */
import buffer from "node:buffer";
import events from "node:events";
import path from "node:path";
import process from "node:process";
import sqlite from "node:sqlite";
import timers from "node:timers";
import util from "node:util";
import { Script } from "node:vm";

/** SHA-256 of `gateway.cjs`, written here when it is made. */
declare const PROGRAM: string;
/** Scripts beside it, by the names under which it asks for what is in them; written here too. */
declare const SCRIPT_OF: Readonly<Record<string, string>>;

const KEEP_AFTER_MS = 15_000;
const DIGEST_BYTES = 32;

/** Modules of the runtime that every start uses. */
const ALWAYS: Record<string, unknown> = {
  "node:buffer": buffer,
  "node:events": events,
  // Packages make themselves a `require`: of what the program has in it only the runtime's modules are left to be required.
  "node:module": { createRequire: () => sparing },
  "node:path": path,
  "node:process": process,
  "node:sqlite": sqlite,
  "node:timers": timers,
  "node:util": util,
};

const here = import.meta.dirname!, file = `${here}/gateway.cjs`;
const home = Deno.env.get("HOME");
const folder = `${Deno.env.get("XDG_CACHE_HOME") || `${home}/.cache`}/service-gateway`;
const kept = `${folder}/compiled-${Deno.build.arch}`;

/** What the compiled code belongs to. The engine itself looks at its own version and at the length of the text alone. */
function identity(): string {
  const { size, mtime } = Deno.statSync(file);
  return `${PROGRAM} ${size} ${mtime?.getTime()} ${Deno.version.v8}`;
}

/** A digest takes a copy of what it is asked about, and each new page of memory costs as much as reading it. */
const DIGESTED_AT_ONCE = 256 * 1024;

/** A digest of the digests of its pieces. */
async function digestOf(of: string, code: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = async (bytes: Uint8Array<ArrayBuffer>) =>
    new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
  let all = of;
  for (let at = 0; at < code.length; at += DIGESTED_AT_ONCE) {
    all += await digest(code.subarray(at, at + DIGESTED_AT_ONCE));
  }
  return await digest(new TextEncoder().encode(all));
}

/** Where the program is read, and then its code: memory that is there already costs no start anything. */
let room = new Uint8Array();

function read(path: string): Uint8Array<ArrayBuffer> {
  using from = Deno.openSync(path);
  const { size } = from.statSync();
  if (size > room.length) room = new Uint8Array(size);
  let at = 0;
  for (let more; at < size && (more = from.readSync(room.subarray(at, size)));) at += more;
  return room.subarray(0, at);
}

/**
 * The code that is kept for this very program, or nothing. Code that a bad card has changed ends the process, and code of
 * somebody else is theirs: both are not even shown to the engine.
 */
async function keptCode(of: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    if (!home || Deno.statSync(kept).uid !== Deno.uid()) return undefined;
    const all = read(kept), code = all.subarray(DIGEST_BYTES);
    return await digestOf(of, code) === all.subarray(0, DIGEST_BYTES).toHex() ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps what is compiled by now. A folder that cannot be written, or a full disk, costs the next start its time and no more. */
async function keep(script: Script, of: string): Promise<void> {
  const made = `${kept}.${Deno.pid}`;
  try {
    const code = new Uint8Array(script.createCachedData());
    const digest = Uint8Array.fromHex(await digestOf(of, code));
    Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
    Deno.writeFileSync(made, digest, { mode: 0o600 });
    Deno.writeFileSync(made, code, { append: true });
    Deno.renameSync(made, kept);
  } catch {
    try {
      Deno.removeSync(made);
    } catch { /* it was not there */ }
  }
}

type Module = Record<PropertyKey, unknown>;

/**
 * `require` that gives the runtime's own modules when something of them is used: the program, being one script, asks for all
 * of them at its beginning, and `node:fs` or `node:crypto` alone cost a start ten milliseconds.
 */
function sparing(name: string): Module {
  const known = ALWAYS[name];
  if (known) return known as Module;
  if (isPiece(name)) return piece(name);
  let required: Module | undefined;
  const script = SCRIPT_OF[name], isOwn = script !== undefined;
  const module = () => required ??= isOwn ? requireNow(script)[name] as Module : requireNow(name);
  if (!isOwn && !name.startsWith("node:")) return module();
  // Some are classes themselves: `import EventEmitter from "node:events"`.
  const shown = new Proxy(function () {}, {
    get: (_, member) => member === "__esModule" ? isOwn : module()[member],
    has: (_, member) => member in module(),
    apply: (_, self, given) => Reflect.apply(module() as never, self, given),
    construct: (_, given, by) => Reflect.construct(module() as never, given, by),
    // Whoever copies all members, as bundles do for `import * as`, copies none, and finds each of them here.
    ownKeys: () => ["prototype"],
    getPrototypeOf: () => shown,
  }) as unknown as Module;
  return shown;
}

let createdRequire: ((name: string) => Module) | undefined;
/** The runtime's own `require`, which is large itself. */
function requireNow(name: string): Module {
  createdRequire ??= process.getBuiltinModule("node:module").createRequire(import.meta.url);
  return createdRequire(name);
}

/** What a piece gives is told by itself when it has run. */
type Piece = (
  require: typeof sparing,
  here: string,
  load: (name: string) => Promise<Module>,
  out: (all: Module) => void,
  module: { exports: unknown },
) => void;
type Pieces = Readonly<Record<string, Piece>>;

let later: Pieces | undefined;
const ran = new Map<string, Module>();
const isPiece = (name: string): boolean => name.startsWith("./") && name.endsWith(".js");

/** One that no start needs is in a script that is read when the first of them is asked for. */
function piece(name: string): Module {
  const known = ran.get(name);
  if (known) return known;
  let all: Module = {};
  const make = pieces[name] ?? (later ??= others())[name]!;
  make(sparing, `file://${file}`, load, (given) => all = given, { exports: {} });
  ran.set(name, all);
  return all;
}

function others(): Pieces {
  const filename = `${here}/gateway_later.cjs`;
  return new Script(textOf(Deno.readFileSync(filename)), { filename }).runInThisContext();
}

const load = (name: string): Promise<Module> => Promise.resolve().then(() => piece(name));

const of = identity();
// One character a byte, see `slim.ts`.
const textOf = (bytes: Uint8Array): string =>
  buffer.Buffer.prototype.latin1Slice.call(bytes, 0, bytes.length);
const text = textOf(read(file));
const cachedData = await keptCode(of);
const script = new Script(text, { filename: file, cachedData });
if (home && ["serve", "start"].includes(Deno.args[0]!) && (!cachedData || script.cachedDataRejected)) {
  Deno.unrefTimer(setTimeout(() => void keep(script, of), KEEP_AFTER_MS));
}
room = new Uint8Array();
const pieces: Pieces = script.runInThisContext();
piece("./gateway_entry.js");
