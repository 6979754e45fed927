/** The bus between tools: topics that are told, and services that are asked. What goes over it is checked here. */
import { asPassed, type Permission } from "./shapes.ts";

/** How many steps something may cause the next one. */
const DEEPEST = 16;
const TOPICS_MOST = 32, SERVICES_MOST = 16;
/** Names that are the app's: tools listen and ask there, and tell one thing alone. */
const OURS = /^(?:session|host|link)\./, TOLD = "link.ping.request";
/** Who tells what the app itself tells. */
const HOST = "(host)";

/** What the bus needs of a tool that takes part. */
export interface Member {
  readonly name: string;
  readonly granted: ReadonlySet<Permission>;
  hear(topic: string, data: unknown, from: string, depth: number): void;
  serve(name: string, args: unknown, depth: number): Promise<unknown>;
}
/** A service of the app itself, and what else whoever asks it has to be granted. */
interface Service {
  serve(args: unknown): unknown;
  needs: Permission | undefined;
}

export class Bus {
  readonly #heard = new Map<string, Set<Member>>();
  readonly #provided = new Map<string, Member>();
  readonly #own = new Map<string, Service>();

  /** Adds a service of the app; no tool can take its name. */
  offer(name: string, serve: Service["serve"], needs?: Permission): void {
    this.#own.set(name, { serve, needs });
  }
  subscribe(topic: string, by: Member): boolean {
    const all = [...this.#heard.values()].filter((members) => members.has(by)).length;
    if (topic === "" || all >= TOPICS_MOST) return false;
    const members = this.#heard.get(topic) ?? new Set();
    this.#heard.set(topic, members.add(by));
    return true;
  }
  /** The first that provides a name has it. */
  provide(name: string, by: Member): boolean {
    const all = [...this.#provided.values()].filter((one) => one === by).length;
    if (name === "" || all >= SERVICES_MOST || OURS.test(name)) return false;
    if (this.#own.has(name) || this.#provided.has(name)) return false;
    this.#provided.set(name, by);
    return true;
  }
  /** Tells everybody but the one who says it. Gives how many heard it; `undefined` where it may not be said. */
  emit(topic: string, data: unknown, depth: number, by?: Member): number | undefined {
    const passed = asPassed(data);
    if (depth >= DEEPEST || topic === "" || !passed) return undefined;
    if (by && OURS.test(topic) && topic !== TOLD) return undefined;
    const members = [...this.#heard.get(topic) ?? []].filter((one) => one !== by);
    for (const one of members) one.hear(topic, passed.value, by?.name ?? HOST, depth + 1);
    return members.length;
  }
  /** Asks a service; `undefined` where nobody offers it. */
  async call(name: string, args: unknown, depth: number, by: Pick<Member, "granted">): Promise<unknown> {
    if (depth >= DEEPEST) throw new Error("the call went too deep");
    const passed = asPassed(args) ?? fail("the call holds too much");
    const own = this.#own.get(name);
    if (own?.needs && !by.granted.has(own.needs)) fail(`the tool lacks the permission ${own.needs}`);
    if (own) return await own.serve(passed.value);
    const value = await this.#provided.get(name)?.serve(name, passed.value, depth + 1);
    return (asPassed(value) ?? fail("the answer holds too much")).value;
  }
  /** Whoever ended takes part no longer. */
  leave(one: Member): void {
    for (const members of this.#heard.values()) members.delete(one);
    for (const [name, member] of this.#provided) if (member === one) this.#provided.delete(name);
  }
}

function fail(why: string): never {
  throw new Error(why);
}
