/** Answers whoever calls the mailbox: a forwarding program sends its SID first, anybody else is a person. */
import { baseCall } from "../../../base/mod.ts";
import { drive, type Line, session } from "../../../fbb/mod.ts";
import type { BrokenOff } from "./broken_off.ts";
import { MailDesk } from "./desk.ts";
import type { MailBackend } from "./backend.ts";
import { LineReader } from "./lines.ts";
import { talk } from "./talk.ts";

export const SOFTWARE = "SVC";

/** A line whose first bytes can be read twice, so that a person's first words are not lost with the greeting. */
function remembering(line: Line): Line & { read(): Promise<Uint8Array | undefined>; text(): string } {
  let text = "";
  return {
    write: (bytes) => line.write(bytes),
    async read() {
      const chunk = await line.read();
      if (text.length < 4096 && chunk) text += Buffer.from(chunk).toString("latin1");
      return chunk;
    },
    text: () => text,
  };
}

interface Caller {
  line: Line;
  /** Who calls. */
  peer: string;
  /** The call that was called. */
  own: string;
  version: string;
  known: Set<string>;
  brokenOff: BrokenOff;
}

/** Serves one caller until the call ends; gives a sentence on the call for the log. */
export async function answerCaller(backend: MailBackend, caller: Caller): Promise<string> {
  const { peer, own, version, known, brokenOff } = caller;
  const partner = baseCall(peer);
  const { partners, federation } = await backend.partners();
  const isPartner = partners.some(({ call, enabled }) => enabled && baseCall(call) === partner);
  const line = remembering(caller.line);
  const desk = new MailDesk(backend, partner, { federation, known, brokenOff });
  const end = await drive(
    session({
      side: "called",
      call: baseCall(own),
      partner,
      software: { name: SOFTWARE, version },
      mode: "b1",
      greeting: `Mail of ${baseCall(own)}. H for help.`,
    }),
    line,
    // Nothing is forwarded with a system that the gateway does not know.
    isPartner ? desk : {
      offer: () => [],
      judge: (proposals) => proposals.map(() => ({ answer: "refuse" as const })),
      received: () => {},
      settle: () => {},
      keep: () => {},
    },
  );
  if (end.how !== "person") {
    return `${end.how}, ${desk.counts.sent} sent, ${desk.counts.received} received`;
  }
  const said = line.text();
  const firstEnd = said.search(/[\r\n]/);
  const rest = firstEnd < 0 ? "" : said.slice(firstEnd + 1);
  await talk({
    peer,
    call: baseCall(own),
    backend,
    lines: new LineReader(line, said[firstEnd] === "\r" && rest.startsWith("\n") ? rest.slice(1) : rest),
    say: (...lines) =>
      line.write(Uint8Array.from(Buffer.from(lines.map((one) => `${one}\r`).join(""), "utf8"))),
  }, end.line);
  return "a person";
}
