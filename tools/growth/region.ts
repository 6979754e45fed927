/**
 * A region of a simulated federation: one hub that is watched, its spokes, and other hubs beside it. The real machine on all
 * sides: signed records, CBOR pages, push and pull; only the line between them is a function call.
 */
import { cpuUsage } from "node:process";
import { HubNode, runHubSteps, type Sent, SpokeNode } from "../../tests/federation/spoke_node.ts";
import { cacheBody, Node, runPull } from "../../tests/federation/node.ts";

/** Processor time of this process so far, in milliseconds: a clock would count what others do on this machine. */
export const cpuMs = (): number => {
  const { user, system } = cpuUsage();
  return (user + system) / 1000;
};

/** What the watched hub did: its own processor time in milliseconds, and bytes that came and went. */
export interface Cost {
  ms: number;
  bytesIn: number;
  bytesOut: number;
  requests: number;
}
export const nothing = (): Cost => ({ ms: 0, bytesIn: 0, bytesOut: 0, requests: 0 });

const pathBytes = ({ path, body }: Sent): number => path.length + (body?.length ?? 0);

/** How far apart the region's instances are told to be in time: each hour is one step of the clock. */
export const HOUR_MS = 3_600_000;

export class Region {
  readonly clock = { ms: 1_790_000_000_000 };
  readonly hub: HubNode;
  readonly spokes: SpokeNode[] = [];
  readonly others: Node[] = [];
  cost = nothing();
  #titles = 0;

  constructor() {
    this.hub = new HubNode("hub.example", this.clock);
    // A hub is not asked whether it keeps what its spokes push: it was set up to.
    this.hub.reserve = "all";
  }

  /** Spokes come, each with so many caches, and push them. */
  async addSpokes(count: number, records: number): Promise<void> {
    for (let n = 0; n < count; n++) {
      const spoke = new SpokeNode(`spoke${this.spokes.length}.example`, this.clock, this.hub);
      this.spokes.push(spoke);
      this.#hide(spoke, records);
      await this.#push(spoke);
    }
  }

  /** Other hubs come, each with so many caches of its own, which follow this one and are followed. */
  async addHubs(count: number, records: number): Promise<void> {
    for (let n = 0; n < count; n++) {
      const other = new Node(`hub${this.others.length}.example`, this.clock);
      this.others.push(other);
      this.#hide(other, records);
      other.follow(this.hub.id);
      this.hub.follow(other.id);
      await this.#pulls(other);
      await this.#pulled(other);
    }
  }

  /** One hour: each spoke and each hub changes so many of its caches, pushes and pulls. Gives what it cost the hub. */
  async hour({ changes, changing = this.spokes.length, hubChanges = 0 }: {
    changes: number;
    /** How many of the spokes change something; the others are silent. */
    changing?: number;
    hubChanges?: number;
  }): Promise<Cost> {
    this.clock.ms += HOUR_MS;
    this.cost = nothing();
    for (const [n, spoke] of this.spokes.entries()) {
      if (n < changing) this.#hide(spoke, changes);
      await this.#push(spoke);
    }
    for (const other of this.others) {
      this.#hide(other, hubChanges);
      await this.#pulls(other);
      await this.#pulled(other);
    }
    return this.cost;
  }

  /** Bytes of the hub's database, and what it holds. */
  size(): { bytes: number; records: number } {
    const pragma = (name: string) =>
      Number(Object.values(this.hub.db.sql<never, Record<string, number>>(`PRAGMA ${name}`).get()!)[0]);
    return { bytes: pragma("page_count") * pragma("page_size"), records: this.hub.mirror().size };
  }

  close(): void {
    for (const node of [this.hub, ...this.spokes, ...this.others]) node.close();
  }

  #hide(node: Node, count: number): void {
    node.write((tx) => {
      for (let n = 0; n < count; n++) {
        node.publisher.publish(tx, "cache", {
          ...cacheBody(`Cache number ${this.#titles++} of ${node.id}`, this.clock.ms / 1000),
          description: "From the car park follow the stream to the second bridge. ".repeat(4),
        });
      }
    });
  }

  async #push(spoke: SpokeNode): Promise<void> {
    await runHubSteps(spoke, spoke.push(), async (sent) => {
      const began = cpuMs();
      const reply = await this.hub.take(sent);
      this.#count(began, pathBytes(sent), reply.bytes.length);
      return reply;
    });
  }

  /** Another hub pulls from this one. */
  async #pulls(other: Node): Promise<void> {
    await runPull(other, {
      id: this.hub.id,
      answer: async (path) => {
        const began = cpuMs();
        const reply = await this.hub.answer(path);
        this.#count(began, path.length, reply.bytes.length);
        return reply;
      },
    });
  }

  /** This hub pulls from another one. */
  async #pulled(other: Node): Promise<void> {
    let waited = 0;
    const began = cpuMs();
    await runPull(this.hub, {
      id: other.id,
      answer: async (path) => {
        const asked = cpuMs();
        const reply = await other.answer(path);
        waited += cpuMs() - asked;
        this.cost.bytesIn += reply.bytes.length;
        this.cost.bytesOut += path.length;
        return reply;
      },
    });
    this.cost.ms += cpuMs() - began - waited;
  }

  #count(began: number, bytesIn: number, bytesOut: number): void {
    this.cost.ms += cpuMs() - began;
    this.cost.bytesIn += bytesIn;
    this.cost.bytesOut += bytesOut;
    this.cost.requests++;
  }
}
