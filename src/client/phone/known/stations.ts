/** The stations that the app knows: read from the gateway, kept on the phone, and updated over the WebSocket. */
import { type Signal, signal } from "@preact/signals";
import type { LiveMessage } from "../../../live/mod.ts";
import type { MapStation, RadioObject } from "../../../stations/mod.ts";
import type { z } from "#schemas";
import type { Gateway } from "../ask.ts";
import type { Known, Reader } from "../reader.ts";
import type { Wire } from "../wire/wire.ts";
import type { ClientWorld } from "../world.ts";
import { type Heard, newer } from "./heard.ts";
import { routeTo } from "../../phone/wire/routes.ts";

type StationRow = z.output<typeof MapStation>;
/** A place that somebody puts on the map for others: a repeater, a meeting point, a storm. */
export type Placed = z.output<typeof RadioObject>;

/** At most so many stations are kept; those not heard for longest are dropped. */
const MOST = 5000;
/** Stations are shown that were heard within so many seconds: a day. */
export const SHOWN_S = 86_400;

/** One signal for each station, so that a component is drawn anew only for the stations that it shows. */
export class Stations {
  readonly #reader: Reader;
  readonly #gateway: Gateway;
  readonly #rows = new Map<string, Signal<Heard>>();
  /** The calls that were added, changed or dropped by the last bundle: the map draws only these anew. */
  readonly changed = signal<readonly string[]>([]);
  readonly count = signal(0);
  /** Objects and items of the last day, as they were read with the stations. */
  readonly objects = signal<readonly Placed[]>([]);
  /** When the stations were read last, and whether from the gateway or from the phone's memory. */
  readonly known = signal<Pick<Known<unknown>, "at" | "source"> | undefined>(undefined);

  constructor(reader: Reader, wire: Wire, gateway: Gateway, readonly world: ClientWorld) {
    this.#reader = reader;
    this.#gateway = gateway;
    wire.listen((messages) => this.#hear(messages));
  }

  /** The signal of a station; `undefined` for one that is not known. */
  of = (call: string): Signal<Heard> | undefined => this.#rows.get(call);
  all = (): Heard[] => [...this.#rows.values()].map((row) => row.peek());
  now = (): number => this.#gateway.now();

  /** Reads the stations of the last day; until they come, those are shown that the phone kept. */
  async refresh(): Promise<void> {
    const path = routeTo("GET /api/stations", { query: { maxAge: SHOWN_S, limit: 2000 } });
    await this.#reader.read(path, ({ value, at, source }) => {
      this.known.value = { at, source };
      // What an older version kept on the phone has none.
      this.objects.value = value.objects ?? [];
      this.learn(value.stations.map(rowOf));
    });
  }

  #hear(messages: readonly LiveMessage[]): void {
    const news = messages.flatMap((message) => {
      // Positions that were heard, and those that the gateway sent itself.
      if (!("via" in message)) return [];
      const { type: _, symbol, ...rest } = message;
      return [{ ...rest, symbol: symbol ?? "" }];
    });
    if (news.length > 0) this.learn(news);
  }

  /** News of these stations. */
  learn(news: readonly Omit<Heard, "trail">[]): void {
    const calls: string[] = [];
    for (const one of news) {
      const row = this.#rows.get(one.call);
      const next = newer(row?.peek(), one);
      if (!row) this.#rows.set(one.call, signal(next));
      else if (next !== row.peek()) row.value = next;
      else continue;
      calls.push(one.call);
    }
    if (calls.length === 0) return;
    if (this.#rows.size > MOST) calls.push(...this.#forget());
    this.count.value = this.#rows.size;
    this.changed.value = calls;
  }

  #forget(): string[] {
    const oldest = [...this.#rows].sort(([, a], [, b]) => (a.peek().at ?? 0) - (b.peek().at ?? 0));
    const gone = oldest.slice(0, this.#rows.size - MOST).map(([call]) => call);
    for (const call of gone) this.#rows.delete(call);
    return gone;
  }
}

function rowOf({ lastSeen, placedAt, sentByUs, frequency, emergency, ...row }: StationRow) {
  const news = { ...row, mhz: frequency?.mhz ?? null, emergency: emergency === true };
  return sentByUs ? { ...news, at: placedAt, via: "sent" } : { ...news, at: lastSeen };
}
