/** The real program as a process of its own: started by its commands, stopped by signals. */
import { join } from "node:path";

export const ROOT = new URL("../../", import.meta.url).pathname;
export const FLAGS = [
  "run",
  "--no-prompt",
  "--allow-read",
  "--allow-write",
  "--allow-net",
  "--allow-env",
  "--allow-sys",
];

export interface Finished {
  code: number;
  stdout: string;
  stderr: string;
}

/** The environment of a program in a test: where its files lie, and what is given. */
export const plainEnv = (env: Record<string, string>): Record<string, string> => {
  const kept = ["PATH", "HOME", "DENO_DIR", "TMPDIR", "LANG"].flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(kept), DENO_NO_UPDATE_CHECK: "1", NO_COLOR: "1", ...env };
};

/** Runs `main.ts` with arguments to its end. The environment is empty but for what is given. */
export async function gateway(
  args: string[],
  env: Record<string, string> = {},
  stdin?: string,
  may: readonly string[] = [],
): Promise<Finished> {
  const command = new Deno.Command(Deno.execPath(), {
    args: [...FLAGS, ...may, join(ROOT, "main.ts"), ...args],
    env: plainEnv(env),
    clearEnv: true,
    cwd: env.CWD ?? ROOT,
    stdin: stdin === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  });
  const child = command.spawn();
  if (stdin !== undefined) {
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(stdin));
    await writer.close();
  }
  const { code, stdout, stderr } = await child.output();
  return { code, stdout: new TextDecoder().decode(stdout), stderr: new TextDecoder().decode(stderr) };
}

export interface Server extends Started {
  url: string;
  /** Token of the printed sign-in link, when it printed one. */
  token: string | undefined;
}

/** A program that was started, and what it has printed. */
export interface Started {
  pid: number;
  /** Everything printed so far. */
  output(): string;
  /** Ends it by a signal, SIGTERM unless told; gives its exit status. */
  stop(signal?: Deno.Signal): Promise<number>;
}

/** Programs that were started and not yet ended. */
const running = new Set<Started>();

/** Starts a program and waits until what it has printed matches `ready`. `what` names it where it ends before. */
export async function startProgram(
  what: string,
  program: string,
  options: Deno.CommandOptions,
  ready: RegExp,
): Promise<Started> {
  const pipes = { stdin: "null", stdout: "piped", stderr: "piped" } as const;
  const child = new Deno.Command(program, { ...options, ...pipes }).spawn();
  let output = "";
  const heard = Promise.withResolvers<void>();
  const drain = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      output += text;
      if (ready.test(output)) heard.resolve();
    }
  };
  const drained = Promise.all([drain(child.stdout), drain(child.stderr)]);
  const ended = child.status.then(({ code }) =>
    heard.reject(new Error(`${what} ended with ${code}: ${output}`))
  );
  ended.catch(() => {});
  await heard.promise;
  const started: Started = {
    pid: child.pid,
    output: () => output,
    async stop(signal = "SIGTERM") {
      running.delete(started);
      try {
        child.kill(signal);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error; // it has ended already
      }
      const { code } = await child.status;
      await drained;
      return code;
    },
  };
  running.add(started);
  return started;
}

/** Starts a server and waits until it says where it serves. `command` replaces `main.ts serve`. */
export async function startServer(
  env: Record<string, string>,
  options: { args?: string[]; command?: string[]; cwd?: string } = {},
): Promise<Server> {
  const [program, ...args] = options.command ??
    [Deno.execPath(), ...FLAGS, join(ROOT, "main.ts"), ...(options.args ?? ["serve"])];
  const started = await startProgram("the server", program!, {
    args,
    env: plainEnv({ PORT: "0", HOST: "127.0.0.1", ...env }),
    clearEnv: true,
    cwd: options.cwd ?? ROOT,
  }, /(Serving|Open) https?:\/\/\S+\s[\s\S]*/);
  const said = started.output();
  return {
    ...started,
    url: /(?:Serving|Open) (https?:\/\/[^/\s]+)/.exec(said)![1]!.replace("localhost", "127.0.0.1"),
    token: /token=(\S+)/.exec(said)?.[1],
  };
}

/** A folder that is gone after `use`. What a failing test leaves running ends with it, and fails no test that follows. */
export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await Deno.makeTempDir({ prefix: "gateway-" });
  const before = new Set(running);
  try {
    return await use(folder);
  } catch (error) {
    const left = [...running].filter((program) => !before.has(program));
    await Promise.all(left.map((program) => program.stop("SIGKILL")));
    throw error;
  } finally {
    await removeFolder(folder);
  }
}

/** Removes a folder, into which a child of a program that was killed may write a last line meanwhile. */
async function removeFolder(folder: string): Promise<void> {
  for (let tries = 1;; tries++) {
    try {
      return await Deno.remove(folder, { recursive: true });
    } catch (error) {
      if (tries === 10 || !/not empty/i.test(String(error))) throw error;
      await new Promise((done) => setTimeout(done, 50));
    }
  }
}

/** Secrets and folder of a server in tests. */
export const serverEnv = (folder: string): Record<string, string> => ({
  DATA_DIR: folder,
  INGEST_SECRET: "ingest-secret-of-a-process",
  OPERATOR_SECRET: "operator-secret-of-a-process",
  SESSION_SECRET: "session-secret-of-a-process",
  ADMIN_CALLSIGNS: "OE1SYS",
  LOG_LEVEL: "warning",
});

/** Resident memory of a process, in bytes. */
export function rssOf(pid: number): number {
  const { stdout } = new Deno.Command("ps", { args: ["-o", "rss=", "-p", String(pid)] }).outputSync();
  return Number(new TextDecoder().decode(stdout)) * 1024;
}
