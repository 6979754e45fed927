/**
 * A real F6FBB (Debian's `fbb`) for tests, in a temporary folder and a network of its own: it binds every address,
 * so it runs where only loopback is up, and is reached through sockets in its folder. Needs root for that.
 */
import { type Line, telnetLine } from "../../src/fbb/mod.ts";
import { freePort } from "./free_port.ts";
import { program } from "./test_data.ts";

/** What has to be there; `xfbbC` is the sysop's console. */
export const NEEDS_FBB = ["xfbbd", "xfbbC", "socat", "unshare", "nsenter", "ip"];

export interface Partner {
  call: string;
  password: string;
  /** Forms of body that it may use with us when it dials: 1 plain text only, 15 up to B1 (`N` of forward.sys). */
  mask: 1 | 15;
}

/** A line that can be closed, and cut off in the middle. */
export interface PeerLine extends Line {
  close(): void;
}

const TELNET = 6300, CONSOLE = 3286, PARTNERS = 6400;

/**
 * A connection as the line of a session: silence longer than `silence` ms counts as its end. F6FBB takes plain text at
 * about 2.5 kB a second and says nothing meanwhile.
 */
export function lineOf(connection: Deno.Conn, silence = 120_000): PeerLine {
  const chunk = new Uint8Array(8192);
  let open = true;
  const close = () => {
    if (open) connection.close();
    open = false;
  };
  const raw: Line = {
    read: async () => {
      const timer = setTimeout(close, silence);
      try {
        const length = await connection.read(chunk);
        return length === null ? undefined : chunk.slice(0, length);
      } catch {
        return undefined; // reset, or closed by us
      } finally {
        clearTimeout(timer);
      }
    },
    write: async (bytes) => {
      for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
    },
  };
  return { ...telnetLine(raw), close };
}

export class Xfbbd {
  readonly #child: Deno.ChildProcess;

  private constructor(readonly folder: string, readonly call: string, child: Deno.ChildProcess) {
    this.#child = child;
  }

  readonly #telnet = freePort();
  readonly #doors: Deno.ChildProcess[] = [];

  /** Starts it with these partners, who may log in and are dialled through `listen`. Takes some seconds. */
  static async start(call: string, partners: readonly Partner[]): Promise<Xfbbd> {
    const folder = await Deno.makeTempDir({ prefix: "fbb-" });
    await writeFiles(folder, call, partners);
    await Deno.writeTextFile(`${folder}/run.sh`, runScript(folder, partners));
    const child = new Deno.Command("unshare", {
      args: ["--net", "--pid", "--fork", "--kill-child=SIGKILL", "sh", `${folder}/run.sh`],
      cwd: folder,
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
    const peer = new Xfbbd(folder, call, child);
    // Tests may reach loopback alone, no sockets in folders: doors stand between.
    peer.#doors.push(
      door(`TCP-LISTEN:${peer.#telnet},bind=127.0.0.1,reuseaddr,fork`, `UNIX-CONNECT:${folder}/telnet.sock`),
    );
    try {
      await until(async () => (await textOf(`${folder}/log.txt`)).includes("ready and running"));
      for (const { call, password } of partners) {
        await peer.sysop(`EU ${call}`, "Y", "B", "M", `W ${password}`, "");
      }
    } catch (error) {
      await peer.stop();
      throw error;
    }
    return peer;
  }

  /** A raw connection to its telnet port. */
  connect(): Promise<Deno.TcpConn> {
    return Deno.connect({ hostname: "127.0.0.1", port: this.#telnet });
  }

  /** The same as the line of a session. */
  async dial(): Promise<PeerLine> {
    return lineOf(await this.connect());
  }

  /** The same as a TCP port on loopback, for programs that dial one; close it in the end. */
  door(): Deno.TcpListener {
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const serve = async () => {
      for await (const caller of listener) {
        const inside = await this.connect();
        const ways = [caller.readable.pipeTo(inside.writable), inside.readable.pipeTo(caller.writable)];
        // Either end may hang up in the middle.
        for (const way of ways) way.catch(() => {});
      }
    };
    serve().catch(() => {});
    return listener;
  }

  /** Where it arrives when it dials the n-th partner. */
  listen(partner = 0): Deno.TcpListener {
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const path = `${this.folder}/partner${partner}.sock`;
    this.#doors.push(door(`UNIX-LISTEN:${path},unlink-early,fork`, `TCP:127.0.0.1:${listener.addr.port}`));
    return listener;
  }

  /**
   * Types lines into the sysop's console; gives what it printed. On a busy machine it is some time after "ready" is in the
   * log that the console lets anybody in: one that ends before all is typed is opened anew.
   */
  async sysop(...lines: string[]): Promise<string> {
    for (let tries = 0;; tries++) {
      try {
        return await this.#type(lines);
      } catch (error) {
        if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
        if (tries === 40) {
          const said = (await textOf(`${this.folder}/log.txt`)).slice(-2000);
          throw new Error(`xfbbd lets nobody into its console; its log ends with\n${said}`, { cause: error });
        }
        await sleep(500);
      }
    }
  }

  async #type(lines: readonly string[]): Promise<string> {
    const children = await new Deno.Command("pgrep", { args: ["-P", String(this.#child.pid)] }).output();
    const inside = new TextDecoder().decode(children.stdout).trim().split("\n")[0]!;
    const console = new Deno.Command("nsenter", {
      args: [
        "--target",
        inside,
        "--net",
        program("xfbbC")!,
        ...["-r", "-c", "-p", String(CONSOLE), "-i", "N0SYS", "-w", "SYSOPPASSWORD"],
      ],
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const output = console.output();
    const writer = console.stdin.getWriter();
    // The console takes one line at a time and has no sign for being ready.
    for (const line of ["", ...lines, "B"]) {
      await writer.write(new TextEncoder().encode(`${line}\n`));
      await sleep(400);
    }
    await writer.close().catch(() => {});
    return new TextDecoder("latin1").decode((await output).stdout);
  }

  /** The bytes of its stored messages with this BID's number order: R: lines and text as it keeps them. */
  async stored(): Promise<Map<number, Uint8Array>> {
    const found = new Map<number, Uint8Array>();
    for (let digit = 0; digit < 10; digit++) {
      for await (const entry of Deno.readDir(`${this.folder}/data/mail/mail${digit}`)) {
        const number = /^m_(\d+)\.mes$/.exec(entry.name)?.[1];
        if (!number) continue;
        found.set(Number(number), await Deno.readFile(`${this.folder}/data/mail/mail${digit}/${entry.name}`));
      }
    }
    return found;
  }

  async stop(): Promise<void> {
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // It has ended by itself.
    }
    await this.#child.status;
    for (const one of this.#doors) {
      one.kill("SIGTERM");
      await one.status;
    }
    await Deno.remove(this.folder, { recursive: true });
  }
}

/** Passes bytes between two addresses, each in socat's words. */
const door = (from: string, to: string): Deno.ChildProcess =>
  new Deno.Command("socat", { args: [from, to], stdin: "null", stdout: "null", stderr: "null" }).spawn();

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const textOf = (path: string) => Deno.readTextFile(path).catch(() => "");

async function until(ready: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (await ready()) return;
    await sleep(100);
  }
  throw new Error("waited half a minute for xfbbd");
}

/** Everything inside the network of its own: the doors to the outside, then xfbbd. */
const runScript = (folder: string, partners: readonly Partner[]): string =>
  [
    "ip link set lo up",
    `socat UNIX-LISTEN:${folder}/telnet.sock,fork TCP:127.0.0.1:${TELNET} &`,
    ...partners.map((_, i) =>
      `socat TCP-LISTEN:${
        PARTNERS + i
      },bind=127.0.0.1,reuseaddr,fork UNIX-CONNECT:${folder}/partner${i}.sock &`
    ),
    `yes Y | FBBCONF=${folder}/fbb.conf TZ=UTC ${program("xfbbd")} -p ${CONSOLE} > ${folder}/log.txt 2>&1`,
    "",
  ].join("\n");

/** Its configuration: nothing that mails the sysop, refuses test mail or needs the machine's own set-up. */
async function writeFiles(folder: string, call: string, partners: readonly Partner[]): Promise<void> {
  const etc = `${folder}/etc`, data = `${folder}/data`;
  const folders = ["log", "wp", "sat", "oldmail", "fbbdos/yapp", "docs"].map((name) => `${data}/${name}`);
  for (let digit = 0; digit < 10; digit++) {
    folders.push(`${data}/mail/mail${digit}`, `${data}/binmail/mail${digit}`);
  }
  for (const path of [etc, `${etc}/lang`, ...folders]) await Deno.mkdir(path, { recursive: true });
  for await (const { name } of Deno.readDir("/etc/ax25/fbb/lang")) {
    await Deno.copyFile(`/etc/ax25/fbb/lang/${name}`, `${etc}/lang/${name}`);
  }
  for (const name of ["cron.sys", "themes.sys", "redist.sys"]) {
    await Deno.copyFile(`/etc/ax25/fbb/${name}`, `${etc}/${name}`);
  }
  const library = "/usr/lib/x86_64-linux-gnu/fbb";
  const numbers = Array.from({ length: 80 }, (_, i) => String(i + 1).padStart(2, "0"));
  const files: Record<string, string[]> = {
    "etc/protect.sys": [],
    "etc/reject.sys": [],
    "etc/swapp.sys": [],
    "etc/passwd.sys": ["THISISTHEGENERICPASSWORD", "N0SYS 1023 1023 SYSOPPASSWORD"],
    "etc/langue.sys": ["1 1 1", "ENGLISH"],
    "etc/bbs.sys": numbers.map((number, i) => `${number} ${partners[i]?.call ?? ""}`.trim()),
    "etc/port.sys": [
      " 1 1",
      ` 1 9 ${TELNET.toString(16).toUpperCase()} 0`,
      " 0 0 0 0 0 0 0 0 00/01 ---- File-fwd.",
      " 1 8 1 0 250 2 4 10 00/01 TUYW Telnet",
    ],
    "etc/forward.sys": partners.flatMap(({ call, mask }, i) => [
      `A ${call}`,
      "  P A",
      `  C C ${call} 127.0.0.1 ${PARTNERS + i}`,
      `  N ${mask}`,
      `  B ${call}`,
      `  F ${call}`,
      "  G WW",
      "--------",
    ]),
    "fbb.conf": Object.entries({
      version: "FBB7.0.11",
      callsign: `${call}.#TST.USA.NOAM`,
      ssid: "0",
      qraloc: "FN31PR",
      city: "Testville",
      name: "Test",
      sysop: "N0SYS",
      sysmail: "",
      wpcalls: "",
      upbatch: "",
      dwbatch: "",
      data,
      config: etc,
      messages: `${data}/mail`,
      compressed: `${data}/binmail`,
      fbbdos: `*,*,${data}/fbbdos,*,*,*,*,*`,
      yapp: `${data}/fbbdos/yapp`,
      docs: `${data}/docs`,
      pg: `${library}/pg`,
      fdir: `${library}/filter`,
      sdir: `${library}/server`,
      tdir: `${library}/tool`,
      import: `${data}/mail/mail.in`,
      logs: "OK",
      test: "NO",
      fbbfwd: "OK 160",
      fbbcomp: "OK 3",
      askinfo: "NO",
      mask: "0",
      security: "0 4 1023",
      warning: "0",
      housekeeping: "2",
      timeout: "10 20",
      maxdownload: "0 0",
      localtime: "0",
      beacon: "8",
      scroll: "1500 1500 1500",
      fwdheader: "[$c] $$:$R",
      maxbids: "30000",
      lifetime: "30",
      zipcode: "00000",
      unprotoes: "500 5 P",
    }).map(([key, value]) => `${key} = ${value}`.trim()),
  };
  for (const [name, lines] of Object.entries(files)) {
    await Deno.writeTextFile(`${folder}/${name}`, lines.map((line) => `${line}\n`).join(""));
  }
}
