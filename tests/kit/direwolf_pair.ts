/**
 * Two real Dire Wolfs that hear each other: what one plays is what the other records, in real time, with silence between.
 * No sound card is needed: one end of each is ALSA's file device, the other is standard input. Reached by AGWPE.
 */
import { concat, utf8 } from "../../src/base/mod.ts";
import type { OpenLine } from "../../src/link/mod.ts";
import { freePort } from "./peers.ts";
import { program } from "./test_data.ts";

export const NEEDS_DIREWOLF = ["direwolf"];

const RATE = 44_100, BYTES_A_SECOND = 2 * RATE, TICK_MS = 20;
const HEAD = 36;

/** A message of AGWPE: its kind and what it carries. */
interface Told {
  kind: string;
  from: string;
  data: Uint8Array;
}

/** A client of one Dire Wolf's AGWPE port, registered under one callsign. */
class Agwpe {
  readonly #told: Told[] = [];
  readonly #waiting: ((told: Told | undefined) => void)[] = [];
  #ended = false;

  private constructor(readonly connection: Deno.TcpConn, readonly call: string) {
    this.#listen().catch(() => {}).finally(() => {
      this.#ended = true;
      for (const wake of this.#waiting.splice(0)) wake(undefined);
    });
  }

  static async register(port: number, call: string): Promise<Agwpe> {
    const client = new Agwpe(await Deno.connect({ hostname: "127.0.0.1", port }), call);
    await client.say("X", "");
    await client.until("X");
    return client;
  }

  async say(kind: string, to: string, data: Uint8Array = new Uint8Array()): Promise<void> {
    const head = new Uint8Array(HEAD);
    head[4] = kind.charCodeAt(0);
    head[6] = 0xf0;
    head.set(utf8(this.call), 8);
    head.set(utf8(to), 18);
    new DataView(head.buffer).setUint32(28, data.length, true);
    const bytes = concat(head, data);
    for (let at = 0; at < bytes.length;) at += await this.connection.write(bytes.subarray(at));
  }

  async #listen(): Promise<void> {
    let rest = new Uint8Array();
    const chunk = new Uint8Array(65_536);
    for (;;) {
      const length = await this.connection.read(chunk);
      if (length === null) return;
      rest = concat(rest, chunk.subarray(0, length));
      while (rest.length >= HEAD) {
        const size = HEAD + new DataView(rest.buffer, rest.byteOffset).getUint32(28, true);
        if (rest.length < size) break;
        const from = new TextDecoder().decode(rest.subarray(8, 18)).replace(/\0.*$/, "");
        const told = { kind: String.fromCharCode(rest[4]!), from, data: rest.slice(HEAD, size) };
        const wake = this.#waiting.shift();
        if (wake) wake(told);
        else this.#told.push(told);
        rest = rest.slice(size);
      }
    }
  }

  /** The next message; undefined once the port is closed. */
  next(): Promise<Told | undefined> {
    const told = this.#told.shift();
    if (told || this.#ended) return Promise.resolve(told);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  async until(kind: string): Promise<Told> {
    for (;;) {
      const told = await this.next();
      if (!told) throw new Error(`the AGWPE port closed before ${kind}`);
      if (told.kind === kind) return told;
    }
  }

  /** The connection to a station as the line of a circuit. */
  line(to: string): OpenLine & { hangUp(): Promise<void> } {
    let pending: Promise<Told | undefined> | undefined, open = true;
    return {
      read: async (seconds) => {
        for (;;) {
          if (!open) return undefined;
          pending ??= this.next();
          let timer: ReturnType<typeof setTimeout> | undefined;
          const silent = new Promise<"silent">((resolve) => {
            timer = setTimeout(() => resolve("silent"), seconds * 1000);
          });
          const told = await Promise.race([pending, silent]);
          clearTimeout(timer);
          if (told === "silent") return told;
          pending = undefined;
          if (told === undefined || told.kind === "d") open = false;
          else if (told.kind === "D") return told.data;
        }
      },
      write: async (bytes) => {
        for (let at = 0; at < bytes.length; at += 200) await this.say("D", to, bytes.slice(at, at + 200));
      },
      hangUp: async () => {
        if (!open) return;
        open = false;
        await this.say("d", to);
        // What was on its way still comes before the word that the link is down.
        while ((await (pending ?? this.next()))?.kind !== "d" && !this.#ended) pending = undefined;
      },
    };
  }
}

class Modem {
  readonly #child: Deno.ChildProcess;
  readonly #played: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  /** What is to be heard, oldest first. */
  #heard: Uint8Array<ArrayBuffer>[] = [];
  #ended = false;
  #feeding: Promise<void>;

  constructor(folder: string, readonly port: number, baud: number) {
    const fifo = `${folder}/played`;
    new Deno.Command("mkfifo", { args: [fifo] }).outputSync();
    Deno.writeTextFileSync(
      `${folder}/alsa.conf`,
      `pcm.null { type null }\npcm.tx { type file\n slave.pcm { type null }\n file "${fifo}"\n format "raw" }\n`,
    );
    // One carrier sense and no chance in who speaks: two stations that take turns by themselves.
    Deno.writeTextFileSync(
      `${folder}/direwolf.conf`,
      `ADEVICE stdin tx\nARATE ${RATE}\nACHANNELS 1\nCHANNEL 0\nMYCALL N0CALL\nMODEM ${baud}\nAGWPORT ${port}\n` +
        "KISSPORT 0\nTXDELAY 10\nTXTAIL 2\nSLOTTIME 1\nPERSIST 255\nFRACK 3\nRETRY 12\nPACLEN 256\n",
    );
    this.#played = new Deno.Command("cat", { args: [fifo], stdin: "null", stdout: "piped", stderr: "null" })
      .spawn();
    this.#child = new Deno.Command(program("direwolf")!, {
      args: ["-c", `${folder}/direwolf.conf`, "-t", "0", "-r", String(RATE), "-"],
      env: { ALSA_CONFIG_PATH: `${folder}/alsa.conf` },
      stdin: "piped",
      stdout: "null",
      stderr: "null",
    }).spawn();
    this.#writer = this.#child.stdin.getWriter();
    this.#feeding = this.#feed();
  }

  /** What it plays, handed to somebody who hears it. */
  async playTo(other: Modem): Promise<void> {
    for await (const chunk of this.#played.stdout) other.#heard.push(chunk);
  }

  /** Sound reaches a modem in the time that it takes: it judges by the clock when it may speak. */
  async #feed(): Promise<void> {
    const start = performance.now();
    for (let sent = 0; !this.#ended;) {
      const due = 2 * Math.floor((performance.now() - start) / 1000 * RATE);
      if (due > sent) {
        try {
          await this.#writer.write(this.#next(due - sent));
        } catch {
          return; // it has ended
        }
        sent = due;
      }
      await new Promise((resolve) => setTimeout(resolve, TICK_MS));
    }
  }

  #next(bytes: number): Uint8Array {
    const sound = new Uint8Array(bytes);
    for (let at = 0; at < bytes && this.#heard.length > 0;) {
      const first = this.#heard[0]!, taken = first.subarray(0, bytes - at);
      sound.set(taken, at);
      at += taken.length;
      if (taken.length === first.length) this.#heard.shift();
      else this.#heard[0] = first.slice(taken.length);
    }
    return sound;
  }

  async end(): Promise<void> {
    this.#ended = true;
    await this.#feeding;
    await this.#writer.abort().catch(() => {});
    for (const child of [this.#child, this.#played]) {
      try {
        child.kill("SIGKILL");
      } catch {
        // It has ended by itself.
      }
      await child.status;
    }
  }
}

export class DirewolfPair {
  #clients: Agwpe[] = [];
  private constructor(
    readonly folder: string,
    readonly modems: readonly [Modem, Modem],
    readonly playing: Promise<unknown>,
  ) {}

  static async start(baud = 1200): Promise<DirewolfPair> {
    const folder = await Deno.makeTempDir({ prefix: "direwolf-" });
    const modems = ["one", "two"].map((name) => {
      Deno.mkdirSync(`${folder}/${name}`);
      return new Modem(`${folder}/${name}`, freePort(), baud);
    }) as [Modem, Modem];
    const [one, two] = modems;
    const playing = Promise.allSettled([one.playTo(two), two.playTo(one)]);
    return new DirewolfPair(folder, modems, playing);
  }

  /** A client of one of the two; waits until it answers. */
  async client(which: 0 | 1, call: string): Promise<Agwpe> {
    for (let tries = 0;; tries++) {
      try {
        const client = await Agwpe.register(this.modems[which].port, call);
        this.#clients.push(client);
        return client;
      } catch (error) {
        if (tries > 100) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }

  /** Connects the first's callsign with the second's over the air; gives both ends. */
  async connect(one: Agwpe, two: Agwpe) {
    await one.say("C", two.call);
    await Promise.all([one.until("C"), two.until("C")]);
    return [one.line(two.call), two.line(one.call)] as const;
  }

  async stop(): Promise<void> {
    for (const client of this.#clients) client.connection.close();
    for (const modem of this.modems) await modem.end();
    await this.playing;
    await Deno.remove(this.folder, { recursive: true });
  }
}

/** Bytes of sound that a second has, for who plays a recording. */
export const SOUND_BYTES_A_SECOND = BYTES_A_SECOND;
