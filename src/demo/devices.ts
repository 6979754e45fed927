/** What stands beside the receiver's radio: a Meshtastic device, a GPS and a rig, each as the program that a box talks to. */
import type { Place } from "../base/mod.ts";
import { Talker } from "./talker.ts";
import told from "./data/meshtastic.txt" with { type: "text" };

/** Milliseconds between two things that one of them tells. */
const EVERY_MS = 2000;
/** What rigctld answers: each question of a box's, and the answer in Hamlib's extended form. */
const RIG: Readonly<Record<string, string>> = {
  "\\chk_vfo": "0\n",
  "+f": "get_freq:\nFrequency: 144800000\nRPRT 0\n",
  "+m": "get_mode:\nMode: PKTFM\nPassband: 15000\nRPRT 0\n",
  "+l STRENGTH": "get_level: STRENGTH\n-18\nRPRT 0\n",
};

/** All three, at one place. */
export class Beside {
  readonly #begun = Promise.withResolvers<void>();
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  readonly #talkers: readonly Talker[];

  constructor(at: Place) {
    this.#talkers = [
      new Talker("meshtastic", (client) => this.#mesh(client)),
      new Talker("gpsd", (client) => this.#gps(client, at)),
      new Talker("rigctl", answerAsRig),
    ];
  }

  /** As a box lists them. */
  get addresses(): string[] {
    return this.#talkers.map(({ address }) => address);
  }

  /** From now on the mesh is heard: what it said before the club's story ends would be old. */
  begin = (): void => this.#begun.resolve();

  #soon = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        resolve();
      }, EVERY_MS);
      this.#timers.add(timer);
    });

  async #mesh(client: Deno.Conn): Promise<void> {
    const messages = told.split("\n").filter((line) => line.startsWith("94c3"));
    client.readable.pipeTo(new WritableStream()).catch(() => {});
    await this.#begun.promise;
    // All of it at once, so that nobody looks at an empty page.
    for (const message of messages) await client.write(Uint8Array.from(Buffer.from(message, "hex")));
  }

  async #gps(client: Deno.Conn, { lat, lon }: Place): Promise<void> {
    const say = (report: object) => client.write(new TextEncoder().encode(`${JSON.stringify(report)}\n`));
    await say({ class: "VERSION", release: "3.25" });
    // It says no time: the club lives in a time of its own.
    for (;; await this.#soon()) {
      await say({ class: "TPV", mode: 3, lat, lon, altMSL: 484, speed: 0, eph: 3.5 });
    }
  }

  /** Stops listening and closes every connection. */
  async close(): Promise<void> {
    this.#begun.resolve();
    for (const timer of this.#timers) clearTimeout(timer);
    for (const talker of this.#talkers) await talker.close();
  }
}

async function answerAsRig(client: Deno.Conn): Promise<void> {
  const decoder = new TextDecoder();
  for await (const bytes of client.readable) {
    for (const question of decoder.decode(bytes, { stream: true }).split("\n")) {
      const answer = RIG[question];
      if (answer !== undefined) await client.write(new TextEncoder().encode(answer));
    }
  }
}
