/** The cable between a box and its gateway, and a disk that fills: what a test does to both while they run. */
import { join } from "node:path";

/** Numbers: somebody in the gateway's place answers so, a portal or a proxy, with a time of its own. */
export const CABLE = [
  ...["well", "cut", "half", "lost", "stalls"] as const,
  ...["200", "302", "400", "401", "413", "429", "500", "503", "511"] as const,
] as const;
/** How far from the truth such a time is, in milliseconds: hours, as in another zone, and years. */
const LIES_MS = [7_200_000, -7_200_000, 9 * 86_400_000, 3 * 365 * 86_400_000, -400 * 86_400_000];
export type CableState = typeof CABLE[number];

const encoder = new TextEncoder();

/** A TCP line to the gateway that lets through, breaks, lies or stalls. Every change of state breaks what is open. */
export class Cable {
  #state: CableState = "well";
  /** How many answers lied about the time. */
  lies = 0;
  readonly #listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  readonly #open = new Set<Deno.Conn>();
  readonly #work = new Set<Promise<void>>();
  readonly #accepting: Promise<void>;
  /** The gateway's port now. */
  target = 0;

  constructor() {
    this.#accepting = (async () => {
      for await (const client of this.#listener) {
        this.#open.add(client);
        const work = this.#serve(client).catch(() => {}).finally(() => {
          this.#shut(client);
          this.#work.delete(work);
        });
        this.#work.add(work);
      }
    })();
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#listener.addr as Deno.NetAddr).port}`;
  }

  set(state: CableState): void {
    this.#state = state;
    for (const one of this.#open) this.#shut(one);
  }

  async close(): Promise<void> {
    this.#listener.close();
    this.set("cut");
    await this.#accepting.catch(() => {});
    await Promise.all(this.#work);
  }

  #shut(one: Deno.Conn): void {
    if (!this.#open.delete(one)) return;
    try {
      one.close();
    } catch {
      // It is gone already.
    }
  }

  async #serve(client: Deno.Conn): Promise<void> {
    const state = this.#state;
    if (state === "cut") return;
    if (state === "stalls") {
      for await (const _ of client.readable);
      return;
    }
    if (/^\d+$/.test(state)) return await this.#refuse(client, state);
    const gateway = await Deno.connect({ hostname: "127.0.0.1", port: this.target });
    this.#open.add(gateway);
    try {
      if (state === "well") {
        const ways = [client.readable.pipeTo(gateway.writable), gateway.readable.pipeTo(client.writable)];
        await Promise.allSettled(ways.map((way) => way.catch(() => this.#shut(client))));
        return;
      }
      // The request arrives whole; of the answer half comes back, or nothing.
      const asking = client.readable.pipeTo(gateway.writable).catch(() => {});
      const chunk = new Uint8Array(65_536);
      const length = await gateway.read(chunk) ?? 0;
      if (state === "half") await client.write(chunk.subarray(0, Math.floor(length * 0.6)));
      this.#shut(client);
      this.#shut(gateway);
      await asking;
    } finally {
      this.#shut(gateway);
    }
  }

  /** Answers in the gateway's place, takes nothing, and lies about the time. */
  async #refuse(client: Deno.Conn, status: string): Promise<void> {
    let head = "", missing = Infinity;
    const chunk = new Uint8Array(65_536);
    while (missing > 0) {
      const length = await client.read(chunk);
      if (length === null) return;
      if (missing !== Infinity) {
        missing -= length;
        continue;
      }
      head += new TextDecoder("latin1").decode(chunk.subarray(0, length));
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) continue;
      missing = Number(/content-length: (\d{1,9})/i.exec(head)?.[1] ?? 0) - (head.length - end - 4);
    }
    const body = '{"error":"not now"}';
    const lie = new Date(Date.now() + LIES_MS[this.lies++ % LIES_MS.length]!).toUTCString();
    await client.write(encoder.encode(
      `HTTP/1.1 ${status} No\r\ndate: ${lie}\r\nretry-after: 1\r\nconnection: close\r\n` +
        `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    ));
  }
}

/** A folder on a file system of its own that can be filled; an ordinary one where nobody may mount. */
export class SmallDisk {
  readonly #ballast: string;

  private constructor(readonly path: string, readonly mounted: boolean) {
    this.#ballast = join(path, "ballast");
  }

  static make(path: string, megabytes: number): SmallDisk {
    Deno.mkdirSync(path, { recursive: true });
    const options = ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=700`, "tmpfs", path];
    const { success } = new Deno.Command("mount", { args: options, stderr: "null" }).outputSync();
    return new SmallDisk(path, success);
  }

  fill(): void {
    if (!this.mounted) return;
    const file = Deno.openSync(this.#ballast, { create: true, append: true });
    try {
      for (let size = 1 << 20; size >= 512;) {
        try {
          if (file.writeSync(new Uint8Array(size)) < size) size >>= 1;
        } catch {
          size >>= 1;
        }
      }
    } finally {
      file.close();
    }
  }

  lift(): void {
    if (this.mounted) Deno.removeSync(this.#ballast);
  }

  remove(): void {
    if (this.mounted) new Deno.Command("umount", { args: ["-l", this.path] }).outputSync();
  }
}
