/** Tells the gateway each minute the state of the box, and what it transmitted or refused to transmit. */
import type { BatchReply, BoxReport } from "../../ingest/mod.ts";
import { type Connection, isSimulated } from "../connections/supervise.ts";
import type { Hearings, Kept, OnAir, OnHost, Sensing, ToGateway } from "../parts.ts";
import { nameOf } from "../transmit/settings.ts";
import { asList, asObject, objectOf } from "../json.ts";
import { repeat } from "./poll.ts";
import type { Service } from "./service.ts";

const EVERY_MS = 60_000, SOON_MS = 5000;
/** Rows of the transmit log that go with one report. */
const MOST_ROWS = 100;

/** What the report is made from. */
type ReportParts =
  & OnAir
  & Sensing
  & Pick<Hearings, "counters">
  & Pick<Kept, "spool" | "clock" | "facts">;

/** What a radio's receiver is tuned to, where a rig says so. */
function tunedOf({ senses }: Sensing, { driver, address }: Connection) {
  const tuned = driver.via === "rf" ? senses.tuned(address.site ?? null) : undefined;
  return tuned ? { tuned } : {};
}

/** What the gateway is told (`box` of POST /ingest), and the number of the last row that goes with it. */
function reportOf(
  parts: ReportParts,
  version: string,
): { report: BoxReport; told: number | undefined } {
  const { transmitter, switches, spool, clock, connections, counters, facts } = parts;
  const rows = transmitter.log.after({ id: Number(facts.get("tx.told") ?? 0), limit: MOST_ROWS });
  const report = {
    version,
    ...(isSimulated(parts) ? { simulated: true } : {}),
    clock: { offsetMs: clock.shownOffsetMs },
    spool: spool.sums(),
    tx: { on: switches.file.tx === "on", locks: transmitter.locks() },
    ports: connections.map((connection) => {
      const { heard, lastHeardAt } = counters.of(connection.address.text);
      const address = nameOf(connection.address).slice(0, 200);
      return {
        address,
        state: connection.state().word,
        in: heard,
        lastHeardAt,
        // What comes over the internet was heard by others: it has no station to name.
        ...tunedOf(parts, connection),
        ...(connection.driver.namesSite && { site: connection.address.site ?? null }),
      };
    }),
    transmissions: rows.map(({ id, rules, why: _, ...row }) => ({
      seq: id,
      ...row,
      port: row.port.slice(0, 200),
      rules: rules === "" ? [] : rules.split(","),
    })),
  };
  return { report, told: rows.at(-1)?.id };
}

/** The service that reports, each `everyMs` milliseconds; sooner after a while without the gateway. */
export const reporting = (
  version: string,
  everyMs = EVERY_MS,
): Service<ReportParts & ToGateway & OnHost> => ({
  name: "report",
  run(parts, stop) {
    const { client, facts, spool, sender } = parts;
    return repeat(parts, stop, async () => {
      if (sender.state.word !== "ok") return Math.min(everyMs, SOON_MS);
      const { report, told } = reportOf(parts, version);
      const body = JSON.stringify({ packets: [], box: report });
      const answer = await client.ask({ method: "POST", path: "/ingest", body, stop });
      const said = answer.kind === "answer" && answer.status === 200
        ? objectOf<BatchReply>(answer.text)
        : undefined;
      if (!said) return everyMs;
      // A report that the gateway cannot read would be sent again and again: its rows count as reported.
      const refused = asList(said.rejected).map((one) => asObject(one).reason);
      if (refused.length > 0) parts.world.log.warn("the gateway takes no report: {refused}", { refused });
      if (told !== undefined) spool.also((tx) => facts.set(tx, "tx.told", String(told)));
      return told === undefined ? everyMs : Math.min(everyMs, SOON_MS);
    });
  },
});
