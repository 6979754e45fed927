/**
 * Forwarding by FBB: partners and their hours come from the gateway; the way to each from box.json (a TCP address) or
 * from its connect script (a station on the air). One session at a time; that it begins is written down before the
 * call.
 */
import { baseCall, tcpLine } from "../../../base/mod.ts";
import { drive, type Line, recorded, session, type SessionEnd, telnetLine } from "../../../fbb/mod.ts";
import type { Kept, OnAir, OnHost, ToGateway } from "../../parts.ts";
import type { Sessions } from "../air/sessions.ts";
import { asObject, asText } from "../../json.ts";
import { repeat } from "../poll.ts";
import type { Service } from "../service.ts";
import { SOFTWARE } from "./answering.ts";
import { MailBackend, type Partner } from "./backend.ts";
import { brokenOff } from "./broken_off.ts";
import { MailDesk } from "./desk.ts";
import { isDue } from "./schedule.ts";

const LOOK_MS = 60_000, SILENT_MS = 120_000, DIAL_MS = 30_000;

interface OpenLine extends Line {
  close(): void | Promise<void>;
}

/** `services.forward.tcp["OE1XBB"] = {address: "host:port", telnet, script}`. */
function tcpWay({ switches }: Pick<OnAir, "switches">, call: string) {
  const set = asObject(asObject(asObject(switches.file.services.forward).tcp)[call]);
  const [, host, port] =
    /^(\[[0-9a-fA-F:.]{2,45}\]|[A-Za-z0-9._-]{1,253}):(\d{1,5})$/.exec(asText(set.address, 300) ?? "") ??
      [];
  if (host === undefined || !(Number(port) >= 1 && Number(port) <= 65_535)) return undefined;
  return {
    host: host.replace(/^\[|\]$/g, ""),
    port: Number(port),
    telnet: set.telnet === true,
    script: asText(set.script, 512) ?? "",
  };
}

/** The first hop of a script: `C [port] CALL`. */
export const firstHop = (script: string): string | undefined =>
  /^[Cc]\s+(?:\d{1,2}\s+)?([A-Za-z0-9]{3,6}(?:-\d{1,2})?)\s*$/m.exec(script)?.[1]?.toUpperCase();

interface Forwarded {
  partner: string;
  end: SessionEnd["how"] | "no_link";
  words: string;
  sent: number;
  received: number;
  bytesIn: number;
  bytesOut: number;
  transcript: string;
}

/** Of a session that never began. */
const NOTHING = { bytesIn: 0, bytesOut: 0, transcript: "" };

/** A line that is written down, and its bytes counted. */
function counted(line: Line) {
  const bytes = { bytesIn: 0, bytesOut: 0 };
  const { line: kept, text } = recorded({
    async read() {
      const got = await line.read();
      bytes.bytesIn += got?.length ?? 0;
      return got;
    },
    write(sent) {
      bytes.bytesOut += sent.length;
      return line.write(sent);
    },
  });
  return { line: kept, text, bytes };
}

/** What a session with a partner goes over, and where it is kept. */
type MailParts =
  & Pick<OnAir, "switches">
  & Pick<ToGateway, "client">
  & Pick<Kept, "db" | "clock">
  & Pick<OnHost, "io">;

/** One session with a partner. Its result says how it ended; any other error is thrown. */
export async function forwardTo(
  parts: MailParts,
  partner: Partner,
  { federation, known, sessions, version }: {
    federation: boolean;
    known: Set<string>;
    sessions: Sessions | undefined;
    version: string;
  },
  stop: AbortSignal,
): Promise<Forwarded> {
  const tcp = tcpWay(parts, partner.call), hop = firstHop(partner.connectScript);
  const own = parts.switches.file.call;
  const desk = new MailDesk(new MailBackend(parts.client), partner.call, {
    federation,
    known,
    brokenOff: brokenOff(parts.db, parts.clock),
  });
  let line: OpenLine | undefined;
  const finish = (end: Forwarded["end"], words: string, wire?: ReturnType<typeof counted>): Forwarded => ({
    partner: partner.call,
    end,
    words,
    ...desk.counts,
    ...(wire ? { ...wire.bytes, transcript: wire.text() } : NOTHING),
  });
  try {
    if (tcp) {
      const dial = AbortSignal.any([stop, AbortSignal.timeout(DIAL_MS)]);
      const open = tcpLine(await parts.io.connect(tcp.host, tcp.port, dial), SILENT_MS);
      line = tcp.telnet ? { ...telnetLine(open), close: open.close } : open;
    } else if (hop !== undefined && sessions) {
      const air = await sessions.dial(own, hop);
      line = { read: () => air.read(), write: (bytes) => air.write(bytes), close: () => sessions.done(air) };
    } else return finish("no_link", "no way to it: services.forward.tcp, or a connect script `C CALL`");
  } catch (error) {
    return finish("no_link", (error as Error).message.slice(0, 200));
  }
  const wire = counted(line);
  try {
    const script = tcp ? tcp.script : partner.connectScript;
    const end = await drive(
      session({
        side: "calls",
        call: baseCall(own),
        partner: baseCall(partner.call),
        software: { name: SOFTWARE, version },
        mode: "b1",
        ...(script !== "" && { script }),
      }),
      wire.line,
      desk,
    );
    const words = end.how === "told" || end.how === "broken" ? end.words : "";
    return finish(end.how, words, wire);
  } finally {
    await line.close();
  }
}

/** The service that calls each partner that is due, one after the other. */
export const forwarding = (
  version: string,
  shared: { sessions?: Sessions; known: Set<string> },
  lookMs = LOOK_MS,
): Service<MailParts & ToGateway & OnHost & Pick<Kept, "facts">> => ({
  name: "forwarding",
  run(parts, stop) {
    const { facts, db, clock, sender, world } = parts;
    const backend = new MailBackend(parts.client);
    return repeat(parts, stop, async () => {
      const now = clock.trueNow();
      if (!parts.switches.file.services.forward || sender.state.word !== "ok" || now === undefined) {
        return lookMs;
      }
      const { partners, federation } = await backend.partners().catch(() => ({
        partners: [],
        federation: false,
      }));
      const last = asObject(JSON.parse(facts.get("tx.forwarded") ?? "{}")) as Record<string, number>;
      for (const partner of partners) {
        if (stop.aborted || !isDue(partner, last[partner.call], now)) continue;
        last[partner.call] = now;
        // A commit of its own: with the spool's next turn the next look might come first, and call again.
        try {
          db.writeNow((tx) => facts.set(tx, "tx.forwarded", JSON.stringify(last)));
        } catch (error) {
          world.log.warn("nobody is called while that cannot be written down: {error}", { error });
          return lookMs;
        }
        const began = world.elapsedMs();
        const done = await forwardTo(parts, partner, {
          ...shared,
          sessions: shared.sessions,
          federation,
          version,
        }, stop)
          .catch((error): Forwarded => ({
            partner: partner.call,
            end: "cut",
            words: String((error as Error).message).slice(0, 200),
            sent: 0,
            received: 0,
            ...NOTHING,
          }));
        world.log.info("forwarding with {partner}: {end} {words}, {sent} sent, {received} received", {
          ...done,
        });
        const { end, transcript, ...counts } = done;
        // For the operator's page alone: mail that went over is settled already.
        await backend.report({
          ...counts,
          outcome: end === "person" ? "broken" : end,
          words: done.words.slice(0, 200),
          seconds: Math.round((world.elapsedMs() - began) / 1000),
          transcript,
        }).catch((error) => world.log.warn("the session was not reported: {error}", { error }));
      }
      return lookMs;
    });
  },
});
