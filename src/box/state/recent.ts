/** What was heard lately, for the page: the last packet of each station, and packets in each minute of the last hour. */
import type { Hearing } from "../connections/hearing.ts";
import { tunedText } from "../senses/senses.ts";
import type { Hub } from "../connections/hub.ts";

interface HeardStation {
  call: string;
  /** Unix seconds. */
  at: number;
  count: number;
  direct: boolean;
  via: Hearing["via"];
  /** Where it said it was. */
  lat?: number;
  lon?: number;
  text: string;
  /** What the receiver was tuned to, where a rig says so. */
  tuned?: string;
}

const MOST_STATIONS = 200, MINUTES = 60, MOST_TEXT = 200;

export class RecentlyHeard {
  readonly #stations = new Map<string, HeardStation>();
  readonly #minutes = new Array<number>(MINUTES).fill(0);
  #minute = 0;

  constructor(hub: Hub, readonly now: () => number) {
    hub.listen((hearing) => this.#note(hearing));
  }

  #note({ packet, mesh, direct, via, text, tuned }: Hearing): void {
    const at = this.now();
    this.#turn(at);
    this.#minutes[this.#minute % MINUTES]!++;
    const call = packet?.source ?? mesh?.source;
    if (call === undefined) return;
    const before = this.#stations.get(call);
    this.#stations.delete(call);
    const content = packet?.content ?? mesh?.content;
    const place = content?.kind === "position" ? { lat: content.lat, lon: content.lon } : {};
    this.#stations.set(call, {
      ...(before?.lat === undefined ? {} : { lat: before.lat, lon: before.lon! }),
      ...place,
      call,
      at,
      count: (before?.count ?? 0) + 1,
      direct: direct || (before?.direct ?? false),
      via,
      text: text.slice(0, MOST_TEXT),
      ...(tuned ? { tuned: tunedText(tuned) } : {}),
    });
    if (this.#stations.size > MOST_STATIONS) this.#stations.delete(this.#stations.keys().next().value!);
  }

  #turn(at: number): void {
    const minute = Math.floor(at / 60);
    if (minute <= this.#minute) return;
    const from = Math.max(this.#minute + 1, minute - MINUTES + 1);
    for (let one = from; one <= minute; one++) this.#minutes[one % MINUTES] = 0;
    this.#minute = minute;
  }

  /** Newest first. */
  list = (): HeardStation[] => [...this.#stations.values()].reverse();

  /** Packets in each of the last sixty minutes, the present one last. */
  traffic(): number[] {
    this.#turn(this.now());
    return Array.from({ length: MINUTES }, (_, i) => this.#minutes[(this.#minute + 1 + i) % MINUTES]!);
  }
}
