/**
 * A command line run by the program that the test has loaded: what it prints and its exit status, in milliseconds instead of
 * the second that a process of its own takes. What has to be a process (signals, other users, standard input) is run by `gateway`
 * of `server.ts`, and so is something of each area of commands, for the way from arguments to the status.
 */
import { format } from "node:util";
import { resetSync } from "@logtape/logtape";
import type { Environment } from "../../src/settings/mod.ts";
import { type Finished, gateway } from "./server.ts";

/** Ends a command where a process would end. */
class Ended extends Error {}

/** Commands print to the process's own standard output: one is run after the other. */
let before: Promise<unknown> = Promise.resolve();

/**
 * Runs `main.ts` with arguments to its end, as a process would with this environment alone; where it reads standard input, it
 * is one.
 */
export function command(args: string[], env: Record<string, string> = {}, stdin?: string): Promise<Finished> {
  if (stdin !== undefined) return gateway(args, env, stdin);
  const ended = before.then(() => runOne(args, env));
  before = ended.catch(() => {});
  return ended;
}

async function runOne(args: string[], env: Environment): Promise<Finished> {
  const { run } = args[0] === "box"
    ? await import("../../src/cli/box_main.ts")
    : await import("../../src/cli/mod.ts");
  let stdout = "", stderr = "", code: number | undefined;
  const decoder = new TextDecoder();
  const out = (text: string) => void (code === undefined && (stdout += text));
  const err = (text: string) => void (code === undefined && (stderr += text));
  const mask = Deno.umask();
  const back = [
    replaced(console, "log", (...said) => out(`${format(...said)}\n`)),
    replaced(console, "error", (...said) => err(`${format(...said)}\n`)),
    replaced(Deno.stdout, "writeSync", (bytes) => (out(decoder.decode(bytes)), bytes.length)),
    replaced(Deno.stderr, "writeSync", (bytes) => (err(decoder.decode(bytes)), bytes.length)),
    replaced(Deno.stdout, "writable", new WritableStream({ write: (bytes) => out(decoder.decode(bytes)) })),
    ...[Deno.stdin, Deno.stdout, Deno.stderr].map((stream) => replaced(stream, "isTerminal", () => false)),
    replaced(Deno, "exit", (status = Deno.exitCode) => {
      code ??= status;
      throw new Ended();
    }),
  ];
  try {
    await run(args, env);
    code ??= Deno.exitCode;
  } catch (error) {
    if (code === undefined) throw error;
  } finally {
    Deno.exitCode = 0;
    for (const undo of back) undo();
    Deno.umask(mask);
    resetSync();
  }
  return { code: code!, stdout, stderr };
}

/** Puts a function in the place of another; gives what puts it back. */
function replaced<Of extends object, Key extends keyof Of>(of: Of, key: Key, by: Of[Key]): () => void {
  const real = Object.getOwnPropertyDescriptor(of, key);
  Object.defineProperty(of, key, { value: by, configurable: true, writable: true });
  return () => {
    if (real) Object.defineProperty(of, key, real);
    else delete (of as Partial<Of>)[key];
  };
}
