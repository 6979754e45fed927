/** Ways by which packets arrive, by number. */
import type { Tx } from "../../db/mod.ts";
import { attest, isRadioPort, type TrustView } from "./attest.ts";
import type { FixStore } from "../tables/fix_store.ts";
import type { Delivery, Hearing } from "../reception.ts";
import { fromE7 } from "../e7.ts";
import type { StationStore } from "../tables/station_store.ts";

const nameOf = ({ via, port, site, credential, box }: Delivery): string =>
  `${via} ${port} ${site} ${credential} ${box}`;

/** There are few ways; the bound is there since a box could invent names without end. */
const MOST = 5000;

export class Deliveries {
  readonly #byName = new Map<string, number>();
  readonly #byId = new Map<number, Delivery>();

  constructor(readonly fixes: FixStore, readonly store: StationStore, readonly trust: TrustView) {
    for (const { id, ...delivery } of this.fixes.deliveries()) this.#keep(id, delivery);
  }

  /** Forgets the numbers held in memory, of a write that failed; they are read when they are asked for. */
  forget(): void {
    this.#byName.clear();
    this.#byId.clear();
  }

  #keep(id: number, delivery: Delivery): void {
    if (this.#byId.size >= MOST) {
      this.#byName.clear();
      this.#byId.clear();
    }
    this.#byName.set(nameOf(delivery), id);
    this.#byId.set(id, delivery);
  }

  /** The number of a way; a new way gets one. */
  idOf(tx: Tx, delivery: Delivery): number {
    const known = this.#byName.get(nameOf(delivery));
    if (known !== undefined) return known;
    const id = this.fixes.putDelivery(tx, delivery);
    this.#keep(id, delivery);
    return id;
  }

  /** The way of a number. Throws `TypeError` where there is none. */
  of(id: number): Delivery {
    const known = this.#byId.get(id);
    if (known) return known;
    // Not in memory: there are more than are held, or another process wrote it.
    const row = this.fixes.delivery({ id });
    if (!row) throw new TypeError(`delivery ${id} is not there`);
    const { id: _, ...delivery } = row;
    this.#keep(id, delivery);
    return delivery;
  }

  /** Whether what comes by a way now can attest anything. */
  mayAttest = (id: number): boolean => attest(this.of(id), this.trust, Infinity).trusted;

  /** A copy as evidence: judged under what is trusted now. */
  hearing(delivery: Delivery, direct: boolean, at: number): Hearing {
    const { trusted, flaw } = attest(delivery, this.trust, at);
    const site = delivery.site === "" ? undefined : this.store.byCall({ call: delivery.site });
    const box = delivery.credential === "box" ? this.trust.boxTrust(delivery.box) : undefined;
    return {
      site: delivery.site,
      ...(site?.latE7 != null && site.lonE7 != null
        ? { lat: fromE7(site.latE7), lon: fromE7(site.lonE7) }
        : {}),
      deliveredBy: delivery.credential === "box"
        ? {
          kind: "box",
          box: delivery.box,
          ...(box?.ownerAccountId !== undefined ? { ownerAccountId: box.ownerAccountId } : {}),
          ...(box?.enrolledFor !== undefined ? { enrolledFor: box.enrolledFor } : {}),
        }
        : { kind: delivery.credential },
      trusted,
      ...(flaw && { flaw }),
      radioPort: isRadioPort(delivery.port),
      direct,
      at,
    };
  }
}
