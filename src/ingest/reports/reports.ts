/** What boxes report of themselves, and who is told when one falls silent. */
import { baseCall, type World } from "../../base/mod.ts";
import type { Accounts } from "../../accounts/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";
import { ADMIN_CALLSIGNS, type Settings } from "../../settings/mod.ts";
import type { Boxes } from "../boxes/boxes.ts";
import { boxId } from "../forms.ts";
import { isUnusuallyQuiet, RHYTHM_DAYS } from "./rhythm.ts";
import { BoxReport, type BoxState, type Transmission } from "./shapes.ts";
import { type ReportStore, reportStore, type TransmissionRow } from "./store.ts";

/** Seconds without a report after which a box counts as silent; it reports each minute. */
export const SILENT_S = 900;
/** Transmissions are kept so long, and so many of one box. */
const KEEP_S = 30 * 86_400, MOST_KEPT = 20_000;
const MOST_SHOWN = 100;
/** Frames that a port is believed to have heard between two reports. */
const MOST_MORE = 1e9;

interface ReportParts {
  db: Database;
  world: World;
  settings: Settings;
  accounts: Accounts;
  boxes: Boxes;
  alert: TellMember;
  /** A box sent a beacon of itself, in TNC2 form; `at`: not later than the transmission, unix seconds. */
  beaconed: (tx: Tx, line: string, at: number) => void;
}
/** Tells a member in the caller's transaction. */
export type TellMember = (
  tx: Tx,
  alert: { accountId: number; kind: "box_silent" | "box_back"; call: string; title: string },
) => void;

/** Why a report is refused. */
type ReportRefusal = "bad_box" | "box_missing" | "not_yours";

export class BoxReports {
  readonly store: ReportStore;

  constructor(private readonly parts: ReportParts) {
    this.store = reportStore(parts.db);
  }

  /**
   * Reads the `box` member of a batch: of a signing box its own, else of the one that it names. The caller stores it.
   */
  read(said: unknown, signedBy: string | undefined): { box: string; report: BoxReport } | ReportRefusal {
    const read = BoxReport.safeParse(said);
    if (!read.success) return "bad_box";
    const { id, ...report } = read.data;
    const box = signedBy ?? id;
    if (box === undefined) return "box_missing";
    if (id !== undefined && id !== box) return "not_yours";
    try {
      return { box: boxId(box), report };
    } catch {
      return "bad_box";
    }
  }

  /** Keeps a report: the state as it is now, what the ports heard since the last one, and the transmissions. */
  take(tx: Tx, box: string, { transmissions = [], ...report }: BoxReport): void {
    const { world } = this.parts, at = world.now();
    const before = this.store.of({ box });
    // What a recording brings is neither traffic of a port nor a sign that the box hears again.
    if (report.simulated) {
      const { silentToldAt = null } = before ?? {};
      return void this.store.put(tx, { box, at, report: JSON.stringify(report), silentToldAt });
    }
    const earlier = new Map(
      before ? (JSON.parse(before.report) as BoxReport).ports.map((port) => [port.address, port.in]) : [],
    );
    for (const { address, in: heard } of report.ports) {
      const last = earlier.get(address);
      // A counter that is smaller than before was restarted; for a new port it is unknown since when it counts.
      const more = last === undefined ? 0 : Math.min(MOST_MORE, heard >= last ? heard - last : heard);
      this.store.addHeard(tx, { box, address, hour: Math.floor(at / 3600), heard: more });
    }
    this.store.put(tx, { box, at, report: JSON.stringify(report), silentToldAt: null });
    if (before?.silentToldAt != null) this.#tell(tx, box, "box_back");
    // What it did in other hands is not this owner's.
    const since = this.parts.boxes.store.byId({ id: box })?.attestsSince ?? 0;
    for (const one of transmissions.filter((one) => one.at >= since)) {
      const { changes } = this.store.addTransmission(tx, { ...one, box, rules: one.rules.join(",") });
      // One that is told again was shown already.
      if (changes > 0 && one.purpose === "beacon" && one.verdict === "handed_over") {
        this.#beaconed(tx, box, one);
      }
    }
    if (transmissions.length > 0) this.store.holdTransmissions(tx, { box, most: MOST_KEPT });
  }

  /** Shows a box's own beacon; only under a call of the box's people: it may say of itself where it is, not of others. */
  #beaconed(tx: Tx, box: string, { frame, at }: Transmission): void {
    const { boxes, accounts, world, beaconed } = this.parts, owner = boxes.owner(box);
    const base = baseCall(frame.slice(0, Math.max(0, frame.indexOf(">"))));
    const its = [
      ...(owner === undefined ? [] : accounts.person(owner)?.bases ?? []),
      ...[
        boxes.store.byId({ id: box })?.enrolledFor ?? "",
        ...boxes.store.sitesOf({ box }).map(({ site }) => site),
      ]
        .map(baseCall),
    ];
    if (base !== "" && its.includes(base)) beaconed(tx, frame, Math.min(at, world.now()));
  }

  /** What a box last reported of itself; null for one that never did. */
  stateOf(box: string): BoxState | null {
    const row = this.store.of({ box });
    if (!row) return null;
    const now = this.parts.world.now();
    const { ports, ...report } = JSON.parse(row.report) as BoxReport;
    const since = Math.floor(now / 3600) - RHYTHM_DAYS * 24 - 24;
    return {
      at: row.at,
      silent: now - row.at > SILENT_S,
      ...report,
      ports: ports.map((port) => {
        const hours = this.store.heard({ box, address: port.address, since });
        const heard = new Map(hours.map(({ hour, heard }) => [hour, heard]));
        return { ...port, unusuallyQuiet: isUnusuallyQuiet(heard, port.lastHeardAt, now) };
      }),
    };
  }

  /** What a box transmitted or refused to, newest first. */
  transmissionsOf = (box: string) =>
    this.store.transmissions({ box, limit: MOST_SHOWN }).map(transmissionView);

  /** Deletes everything that a revoked box reported. */
  drop(tx: Tx, box: string): void {
    this.store.drop(tx, { box });
    this.store.dropHeard(tx, { box });
  }

  /** Forgets also what a box transmitted: it has come to somebody else. */
  forget(tx: Tx, box: string): void {
    this.drop(tx, box);
    this.store.dropTransmissions(tx, { box });
  }

  /** Tells of boxes that fell silent, once for each silence; old rows go. */
  async watch(): Promise<void> {
    const { db, world, boxes } = this.parts, now = world.now();
    if (!world.clock.isKnown()) return;
    await db.write((tx) => {
      for (const { box } of this.store.silent({ before: now - SILENT_S })) {
        const row = boxes.store.byId({ id: box });
        if (row && row.revokedAt !== null) this.drop(tx, box);
        else {
          this.store.told(tx, { box, at: now });
          this.#tell(tx, box, "box_silent");
        }
      }
      this.store.pruneHeard(tx, { before: Math.floor(now / 3600) - (RHYTHM_DAYS + 2) * 24 });
      this.store.pruneTransmissions(tx, { before: now - KEEP_S });
    });
  }

  /** The owner and the operators, each once. */
  #tell(tx: Tx, box: string, kind: "box_silent" | "box_back"): void {
    const { accounts, boxes, settings, alert } = this.parts;
    const row = boxes.store.byId({ id: box });
    const owner = boxes.owner(box);
    const sysops = settings.get(ADMIN_CALLSIGNS).map((call) => accounts.holder(call)?.accountId);
    for (const accountId of new Set([owner, ...sysops])) {
      if (accountId === undefined) continue;
      alert(tx, { accountId, kind, call: row?.enrolledFor ?? box, title: row?.label || box });
    }
  }
}

const transmissionView = ({ box: _, rules, ...row }: TransmissionRow) => ({
  ...row,
  rules: rules === "" ? [] : rules.split(","),
});
