/**
 * Real Dire Wolfs that hear one another, without a sound card: each transmits into a file (ALSA's file plugin over its
 * null device) and hears on standard input what the others transmit, in real time, with silence between.
 */
import { freePort } from "./free_port.ts";
import { program } from "./test_data.ts";

/** What has to be there. */
export const NEEDS_AIR = ["direwolf", "atest"];

const RATE = 22_050, TICK_MS = 20;
/** Samples a second that 9600 baud takes. */
export const FAST_RATE = 44_100;

export interface WolfOptions {
  /** Further lines of its configuration. */
  config?: string;
}

export class Wolf {
  readonly agwPort = freePort();
  readonly kissPort = freePort();
  #child!: Deno.ChildProcess;
  #input!: WritableStreamDefaultWriter<Uint8Array>;
  #sent: Deno.FsFile | undefined;
  #log = "";
  #reading: Promise<void> | undefined;

  constructor(
    readonly folder: string,
    readonly name: string,
    readonly options: WolfOptions,
    readonly rate: number,
  ) {}

  get #audio() {
    return `${this.folder}/${this.name}.raw`;
  }
  get kiss() {
    return `kiss://127.0.0.1:${this.kissPort}`;
  }
  get agwpe() {
    return `agwpe://127.0.0.1:${this.agwPort}`;
  }
  /** What it printed: frames that it heard and sent. */
  get log() {
    return this.#log;
  }

  async start(): Promise<void> {
    const { folder, name } = this;
    await Deno.writeTextFile(this.#audio, "");
    await Deno.writeTextFile(
      `${folder}/${name}.alsa`,
      `</usr/share/alsa/alsa.conf>\npcm.air { type file slave.pcm null file "${this.#audio}" format raw }\n`,
    );
    await Deno.writeTextFile(
      `${folder}/${name}.conf`,
      `ADEVICE stdin air\nARATE ${this.rate}\nACHANNELS 1\nCHANNEL 0\nMYCALL N0CALL\nMODEM 1200\nTXDELAY 20\nTXTAIL 5\n` +
        `PERSIST 255\nSLOTTIME 5\nAGWPORT ${this.agwPort}\nKISSPORT ${this.kissPort}\n${
          this.options.config ?? ""
        }\n`,
    );
    this.#child = new Deno.Command(program("direwolf")!, {
      args: ["-c", `${folder}/${name}.conf`, "-t", "0", "-q", "h", "-r", String(this.rate), "-"],
      env: { ALSA_CONFIG_PATH: `${folder}/${name}.alsa` },
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    this.#input = this.#child.stdin.getWriter();
    const decoder = new TextDecoder("latin1");
    this.#reading = (async () => {
      for await (const chunk of this.#child.stdout) this.#log += decoder.decode(chunk);
    })().catch(() => {});
    // It takes clients once it has read its configuration.
    for (let tries = 0; tries < 400; tries++) {
      if (this.#log.includes(`port ${this.kissPort}`)) return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(`${name} did not start: ${this.#log}`);
  }

  /** New samples that it transmitted since the last call. */
  transmitted(): Uint8Array {
    this.#sent ??= Deno.openSync(this.#audio);
    const chunk = new Uint8Array(1 << 18);
    const length = this.#sent.readSync(chunk) ?? 0;
    return chunk.subarray(0, length);
  }

  hear(samples: Uint8Array): void {
    this.#input.write(samples).catch(() => {});
  }

  /** Everything that it ever transmitted, as a WAV file, decoded by `atest`. */
  async decoded(): Promise<string[]> {
    const audio = await Deno.readFile(this.#audio);
    const head = new DataView(new ArrayBuffer(44));
    const text = (at: number, word: string) =>
      [...word].forEach((letter, i) => head.setUint8(at + i, letter.charCodeAt(0)));
    // Silence behind it, so that the last flag is read.
    const samples = new Uint8Array(audio.length + this.rate);
    samples.set(audio);
    text(0, "RIFF");
    head.setUint32(4, 36 + samples.length, true);
    text(8, "WAVEfmt ");
    head.setUint32(16, 16, true);
    head.setUint16(20, 1, true);
    head.setUint16(22, 1, true);
    head.setUint32(24, this.rate, true);
    head.setUint32(28, this.rate * 2, true);
    head.setUint16(32, 2, true);
    head.setUint16(34, 16, true);
    text(36, "data");
    head.setUint32(40, samples.length, true);
    const path = `${this.folder}/${this.name}.wav`;
    await Deno.writeFile(path, new Uint8Array([...new Uint8Array(head.buffer), ...samples]));
    const { stdout } = await new Deno.Command(program("atest")!, { args: [path], stderr: "null" }).output();
    return new TextDecoder("latin1").decode(stdout).split("\n")
      .flatMap((line) => /\[0\] (.*)$/.exec(line)?.[1] ?? []);
  }

  async stop(): Promise<void> {
    await this.#input?.abort().catch(() => {});
    try {
      this.#child?.kill("SIGKILL");
    } catch {
      // It has ended by itself.
    }
    await this.#child?.status;
    await this.#reading;
    this.#sent?.close();
  }
}

/** Starts Dire Wolfs in one ether; `deaf` pairs do not hear each other. */
export async function ether(
  folder: string,
  wolves: Record<string, WolfOptions>,
  deaf: readonly (readonly [string, string])[] = [],
  rate = RATE,
): Promise<{ wolves: Record<string, Wolf>; close(): Promise<void> }> {
  const all = Object.entries(wolves).map(([name, options]) => new Wolf(folder, name, options, rate));
  const hears = (a: Wolf, b: Wolf) =>
    a !== b && !deaf.some((pair) => pair.includes(a.name) && pair.includes(b.name));
  try {
    for (const wolf of all) await wolf.start();
  } catch (error) {
    for (const wolf of all) await wolf.stop();
    throw error;
  }
  const waiting = new Map(all.map((wolf) => [wolf, [] as Uint8Array[]]));
  const started = performance.now();
  let played = 0;
  /** The next samples of a transmission that is on the air, silence where there are none. */
  const next = (queue: Uint8Array[], bytes: number): Uint8Array => {
    const out = new Uint8Array(bytes);
    for (let at = 0; at < bytes && queue.length > 0;) {
      const head = queue[0]!, part = head.subarray(0, bytes - at);
      out.set(part, at);
      at += part.length;
      if (part.length === head.length) queue.shift();
      else queue[0] = head.subarray(part.length);
    }
    return out;
  };
  const timer = setInterval(() => {
    const due = Math.floor((performance.now() - started) * rate / 1000);
    // After a pause of the whole machine time goes on from here.
    const samples = Math.min(due - played, rate / 2);
    played = due;
    if (samples <= 0) return;
    for (const wolf of all) {
      const sent = wolf.transmitted();
      if (sent.length > 0) waiting.get(wolf)!.push(sent.slice());
    }
    const air = all.map((wolf) => new Int16Array(next(waiting.get(wolf)!, samples * 2).buffer));
    for (const wolf of all) {
      const heard = new Int16Array(samples);
      all.forEach((other, i) => {
        if (hears(wolf, other)) air[i]!.forEach((value, at) => heard[at]! += value >> 1);
      });
      wolf.hear(new Uint8Array(heard.buffer));
    }
  }, TICK_MS);
  return {
    wolves: Object.fromEntries(all.map((wolf) => [wolf.name, wolf])),
    async close() {
      clearInterval(timer);
      for (const wolf of all) await wolf.stop();
    },
  };
}
