/** What is wrong with a box, as rows: read by `box status`, `box check`, the page and the metrics. Pure. */
import { GOOD_FROM, GOOD_TO, howLoud } from "../senses/loudness.ts";
import type { BoxStatus } from "./status.ts";
import { asList, asObject, asText } from "../json.ts";
import { spanOf } from "../words.ts";

interface Warning {
  code: string;
  /** `bad`: something does not work. `odd`: worth a look. */
  level: "bad" | "odd";
  sentence: string;
  /** What to do about it. */
  fix: string;
}

/** With a clock further off than this, in milliseconds, the gateway refuses signatures by the host's own time. */
const CLOCK_MS = 300_000;
/** Further apart than this, GPS and gateway cannot both be right. */
const GPS_MS = 5000;

type Rule = (status: BoxStatus, now: number) => Warning[];

const RULES: readonly Rule[] = [
  ({ simulated }) =>
    simulated
      ? [{
        code: "simulated",
        level: "odd",
        sentence:
          "Simulation: a recording is played, nothing is heard. The gateway reads it and keeps nothing of it",
        fix: "stop it (Ctrl-C), connect a radio, and start main.ts box run without --simulate",
      }]
      : [],
  ({ gateway: { state, address, why, lastOkAt, failing } }, now) => {
    const since = lastOkAt === null ? "" : `, last reached ${spanOf(now - lastOkAt)} ago`;
    const because = why === null ? "" : `: ${why}`;
    if (failing && why !== null) {
      return [{
        code: "gateway_failing",
        level: state === "ok" ? "odd" : "bad",
        sentence: `${address} is reached: ${why}`,
        fix: "nothing to do here: what is heard is kept. Tell the sysop, whose log says what broke",
      }];
    }
    if (state === "unreachable") {
      return [{
        code: "gateway_unreachable",
        level: "bad",
        sentence: `${address} is not reached${since}${because}`,
        fix: "what is heard is kept meanwhile; is the gateway running, and is the network there?",
      }];
    }
    if (state === "refused") {
      return [{
        code: "gateway_refused",
        level: "bad",
        sentence: `${address} does not know this box${because}`,
        fix: "ask the sysop for a code and join again: main.ts box join <address> <code> --again",
      }];
    }
    if (state === "clock") {
      return [{
        code: "gateway_clock",
        level: "bad",
        sentence: `nobody knows what time it is${because}`,
        fix: "set the gateway's clock; what is heard is kept meanwhile, and gets its time when that is known",
      }];
    }
    return [];
  },
  ({ spool: { in: taken, sent, waiting, rejected, dropped } }) =>
    taken === sent + waiting + rejected + dropped ? [] : [{
      code: "spool_sum",
      level: "bad",
      sentence: `${taken} came in, but ${sent} sent, ${waiting} waiting, ${rejected} rejected and ` +
        `${dropped} dropped do not add up to that`,
      fix: "this is a defect of the program: please report it with the file box.db",
    }],
  ({ spool: { dropped } }) =>
    dropped === 0 ? [] : [{
      code: "spool_dropped",
      level: "odd",
      sentence: `${dropped} were dropped because they waited too long or the spool was full`,
      fix: "nothing to do if the gateway is reached again",
    }],
  ({ spool: { rejected } }) =>
    rejected === 0 ? [] : [{
      code: "spool_rejected",
      level: "odd",
      sentence: `${rejected} were set aside: the gateway refused them, or failed at them`,
      fix: "main.ts box log --rejected shows them with the reason",
    }],
  ({ clock: { offsetMs } }) =>
    offsetMs === null || Math.abs(offsetMs) < CLOCK_MS ? [] : [{
      code: "clock_off",
      level: "odd",
      sentence: `this host's clock is ${spanOf(Math.abs(offsetMs) / 1000)} ${
        offsetMs > 0 ? "behind" : "ahead of"
      } the gateway's`,
      fix: "the box reckons with it; a time server or a battery-backed clock would put it right",
    }],
  ({ clock: { gpsApartMs = null } }) =>
    gpsApartMs === null || Math.abs(gpsApartMs) < GPS_MS ? [] : [{
      code: "gps_clock",
      level: "odd",
      sentence: `the GPS says another time than the gateway, by ${spanOf(Math.abs(gpsApartMs) / 1000)}`,
      fix: "the gateway's counts; set its clock, or add time=off to the gpsd connection if the GPS is wrong",
    }],
  ({ connections }) =>
    connections.filter(({ state }) => BAD.has(state)).map(({ address, sentence }) => ({
      code: "connection_down",
      level: "bad" as const,
      sentence: `${address}: ${sentence}`,
      fix: "main.ts box check says what it can be",
    })),
  ({ connections }) =>
    connections.flatMap(({ address, listening }) => {
      const level = listening?.level ?? null, how = level === null ? "good" : howLoud(level);
      if (level === null || how === "good") return [];
      return [{
        code: `level_${how}`,
        level: "odd" as const,
        sentence:
          `${address} hears too ${how === "low" ? "softly" : "loudly"}: level ${level}, good between ` +
          `${GOOD_FROM} and ${GOOD_TO}`,
        fix: `turn the radio's volume or the card's capture ${how === "low" ? "up" : "down"} (alsamixer, F4)`,
      }];
    }),
  ({ connections }) =>
    connections.length > 0 ? [] : [{
      code: "no_connection",
      level: "bad",
      sentence: "the box is connected to nothing that hears",
      fix: "add a line to connections in box.json, such as kiss://127.0.0.1:8001, and start the box anew",
    }],
  ({ lastError, tx }, now) =>
    !lastError?.dropped || tx.switch !== "off" ? [] : [{
      code: "dropped",
      level: "odd",
      sentence: `receive-only since ${spanOf(now - lastError.at)}: ${lastError.why}`,
      fix: "main.ts box tx on, once you know why",
    }],
  ({ grace }) =>
    !grace ? [] : [{
      code: "gate_old",
      level: "odd",
      sentence: "the gateway is away; the leave to transmit that it gave before still holds",
      fix: "services.transmit.graceS in box.json says for how long; main.ts box quiet silences it",
    }],
  (status) =>
    refusedTables(status).map(([from, why]) => ({
      code: "nodes_refused",
      level: "odd",
      sentence: `the gateway does not take the table of ${from}: ${why}`,
      fix: "ask the operator to let this box run the instance's services, under Administration, Receivers",
    })),
  ({ connections, sites, gateway }) => {
    if (sites === null || gateway.state !== "ok") return [];
    const own = [...new Set(connections.flatMap(({ site }) => site === null ? [] : [site]))];
    return own.filter((site) => !sites.includes(site)).map((site) => ({
      code: "site_untrusted",
      level: "odd" as const,
      sentence: `the gateway does not trust ${site} yet: what it hears is shown, but attests nothing`,
      fix: "ask the sysop to trust it under Administration, Receivers",
    }));
  },
];

/** Where a node's table was read that the gateway did not take, and what it said. */
const refusedTables = (status: BoxStatus): [from: string, why: string][] =>
  asList(status.nodes).flatMap((one): [string, string][] => {
    const from = asText(asObject(one).from), why = asText(asObject(one).why);
    return from === undefined || why === undefined ? [] : [[from, why]];
  });

const BAD = new Set(["waiting_for_device", "refused", "not_kiss", "dialling"]);

/** Everything that is wrong with a box now, in the order of the rules; `now` in unix seconds. */
export const warningsOf = (status: BoxStatus, now: number): Warning[] =>
  RULES.flatMap((rule) => rule(status, now));
