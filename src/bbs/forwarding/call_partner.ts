/** One session with a partner over TCP: noted before it is dialled, run, and noted with how it ended. */
import { baseCall, type Connection, Failure, tcpLine } from "../../base/mod.ts";
import { drive, type Mode, recorded, session, type SessionEnd, telnetLine } from "../../fbb/mod.ts";
import type { Office } from "../office.ts";
import { ownCall } from "../own_address.ts";
import { type Happening, openDesk } from "./desk.ts";

/** The partner says nothing for this long: the session is over. */
const SILENT_MS = 120_000;
const SOFTWARE = "SVC";

interface Call {
  /** As the partner is entered. */
  partner: string;
  /** Opens the line, or gives the one on which the partner calls. */
  dial(): Promise<Connection>;
  side?: "calls" | "called";
  /** The way through nodes and log-ins; by default the partner's. */
  script?: string | undefined;
  /** Best form of bodies; b1 unless told otherwise. */
  mode?: Mode;
  /** The line doubles bytes FF, as F6FBB's telnet port does. */
  telnet?: boolean;
  version: string;
  tell?(happening: Happening): void;
}

export interface Report {
  outcome: "clean" | "cut" | "told" | "broken" | "no_link";
  words: string;
  sent: number;
  received: number;
  bytesIn: number;
  bytesOut: number;
  seconds: number;
}

function wordsOf(end: SessionEnd): string {
  switch (end.how) {
    case "clean":
      return "";
    case "cut":
      return "the line closed or fell silent";
    case "told":
      return end.words;
    case "broken":
      return `${end.reason}${end.words && `: ${end.words}`}`;
    case "person":
      return "a person called, no forwarding program";
  }
}

/** Runs a session. Throws only for a defect; a line that cannot be opened is told in the report. */
export async function callPartner(office: Office, call: Call): Promise<Report> {
  const { parts: { db, world }, forwards, now, partners } = office;
  const { partner } = call;
  const started = world.elapsedMs();
  // Committed before the dial, so that a crash in between is seen and the next try waits its turn.
  const { id } = await db.write((tx) => forwards.begin(tx, { partner, startedAt: now() }));
  const desk = openDesk(office, partner, call.tell);
  const report: Report = {
    outcome: "no_link",
    words: "",
    sent: 0,
    received: 0,
    bytesIn: 0,
    bytesOut: 0,
    seconds: 0,
  };
  let transcript = "";
  try {
    const line = tcpLine(await call.dial(), SILENT_MS);
    const wire = recorded(call.telnet ? telnetLine(line) : line);
    try {
      const script = call.script ?? partners.byCall({ call: partner })?.connectScript ?? "";
      const end = await drive(
        session({
          side: call.side ?? "calls",
          call: ownCall(office.settings),
          partner: baseCall(partner),
          software: { name: SOFTWARE, version: call.version },
          mode: call.mode ?? "b1",
          ...(script !== "" && call.side !== "called" && { script }),
        }),
        wire.line,
        desk,
      );
      report.outcome = end.how === "person" ? "broken" : end.how;
      report.words = wordsOf(end);
    } finally {
      await line.close();
      transcript = wire.text();
      report.bytesIn = line.bytes.in;
      report.bytesOut = line.bytes.out;
    }
  } catch (error) {
    report.words = error instanceof Error ? error.message.slice(0, 200) : String(error);
    // No line was opened, so no mail was touched. Anything else is a defect: noted, then thrown again.
    if (report.bytesIn + report.bytesOut > 0 && !(error instanceof Failure)) throw error;
  } finally {
    desk.end();
    report.sent = desk.counts.sent;
    report.received = desk.counts.received;
    report.seconds = Math.round((world.elapsedMs() - started) / 1000);
    await db.write((tx) => {
      forwards.end(tx, { id, ...report });
      if (transcript !== "") forwards.keepTranscript(tx, { id, text: transcript });
      partners.called(tx, { call: partner, startedAt: now() - report.seconds });
    });
  }
  return report;
}
