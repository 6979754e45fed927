/** Answers whoever calls the mailbox: a forwarding program sends its SID first, anybody else is a person. */
import { baseCall, isCall, normalCall } from "../../../base/mod.ts";
import { drive, type Line, session, shownText, wireText } from "../../../fbb/mod.ts";
import type { BrokenOff } from "./broken_off.ts";
import { MailDesk } from "./desk.ts";
import { BackendRefused, type Mail, type MailBackend } from "./backend.ts";

// Lines that somebody types: ended by CR, LF or both. A line longer than anybody types ends the session.

const MOST_LINE = 1000, MOST_UNREAD = 64 * 1024;

class LineReader {
  #text: string;

  /** `before`: bytes that were read from the line already, one character each. */
  constructor(readonly line: Pick<Line, "read">, before = "") {
    this.#text = before;
  }

  /**
   * The next line without its end; `undefined` when the line is closed or silent, or what comes is no text of a
   * terminal.
   */
  async next(): Promise<string | undefined> {
    for (;;) {
      const end = this.#text.search(/[\r\n]/);
      if (end >= 0) {
        const line = this.#text.slice(0, end);
        const both = this.#text[end] === "\r" && this.#text[end + 1] === "\n";
        this.#text = this.#text.slice(end + (both ? 2 : 1));
        return line.length <= MOST_LINE ? line : undefined;
      }
      if (this.#text.length > MOST_LINE) return undefined;
      const chunk = await this.line.read();
      if (chunk === undefined) return undefined;
      // A CR LF that was cut between two packets ends one line, not two.
      const more = Buffer.from(chunk).toString("latin1");
      this.#text += more;
      if (this.#text.length > MOST_UNREAD) return undefined;
    }
  }
}

// The BBS for a connected person with only a terminal and a TNC: list, read, send, kill, help.

const MOST_BODY = 32 * 1024;
/** Lines of one listing without a number: the air is slow. */
const MOST_LISTED = 20;

const HELP = [
  "L new, LA all, LM mine, LB bulletins, LL n the last n",
  "R n read, K n kill",
  "S CALL, SB TOPIC write, SR n reply; a line /EX ends the text",
  "H help, B bye",
];

interface Talk {
  /** Who is connected. */
  peer: string;
  /** The box's own call, as it stands in the prompt. */
  call: string;
  backend: MailBackend;
  lines: LineReader;
  /** Sends lines, each ended by CR. */
  say(...lines: string[]): Promise<void>;
}

interface State {
  base: string;
  messages: readonly Mail[];
  lastListed: number;
}

const day = (at: number): string => new Date(at * 1000).toISOString().slice(2, 10).replaceAll("-", "");
/** Text without control characters, which could move a terminal's cursor. */
const plain = (text: string): string => text.replace(/\p{Cc}/gu, " ");
const numberIn = (text: string): number | undefined =>
  /^\d{1,12}$/.test(text.trim()) ? Number(text.trim()) : undefined;

/** Talks until they leave. `first`: the line that they greeted with. */
async function talk(talk: Talk, first?: string): Promise<void> {
  const { backend, lines, say } = talk;
  const state: State = { base: baseCall(talk.peer), ...await backend.session(talk.peer) };
  await backend.listed(talk.peer);
  const mine = state.messages.filter(({ to, readAt }) => to === state.base && readAt === null).length;
  if (first === undefined || first.trim() === "") {
    await say(`${mine} new for ${state.base}. H for help.`, `${talk.call}>`);
  }
  for (let line = first?.trim() ? first : await lines.next(); line !== undefined; line = await lines.next()) {
    try {
      if (await obey(talk, state, line.trim()) === "bye") return;
    } catch (error) {
      if (!(error instanceof BackendRefused)) throw error;
      await say(error.message);
    }
    await say(`${talk.call}>`);
  }
}

async function obey(talk: Talk, state: State, line: string): Promise<"bye" | void> {
  const { say } = talk;
  const end = `${line} `.indexOf(" ");
  const command = line.slice(0, end).toUpperCase(), rest = line.slice(end + 1);
  switch (command) {
    case "":
      return;
    case "B":
    case "BYE":
    case "Q":
      await say(`73 ${state.base}`);
      return "bye";
    case "H":
    case "?":
    case "HELP":
      return await say(...HELP);
    case "I":
      return await say(`${talk.call}: mail and bulletins of this gateway, over packet`);
    case "X":
      return;
    case "L":
    case "LA":
    case "LM":
    case "LB":
    case "LL":
      return await list(talk, state, command, rest);
    case "R":
      return await read(talk, state, rest);
    case "K":
      return await kill(talk, state, rest);
    case "S":
    case "SP":
    case "SB":
    case "ST":
      return await write(talk, state, rest, POSTED[command]);
    case "SR":
      return await reply(talk, state, rest);
    default:
      return await say("What? H for help.");
  }
}

async function list({ backend, peer, say }: Talk, state: State, command: string, rest: string) {
  const most = command === "LL" ? numberIn(rest) ?? MOST_LISTED : MOST_LISTED;
  const chosen = state.messages.filter(({ id, type, to }) => {
    if (command === "LM") return to === state.base;
    if (command === "LB") return type === "B";
    return command !== "L" || id > state.lastListed;
  }).slice(0, Math.min(300, most));
  if (chosen.length === 0) return await say("Nothing.");
  await say(
    ...chosen.map(({ id, type, readAt, from, to, subject, postedAt }) =>
      plain(`${id} ${type}${readAt === null ? "N" : "Y"} ${day(postedAt)} ${from}>${to} ${subject}`).slice(
        0,
        79,
      )
    ),
  );
  const newest = Math.max(...state.messages.map(({ id }) => id));
  if (command === "L" && newest > state.lastListed) {
    await backend.listed(peer, newest);
    state.lastListed = newest;
  }
}

const found = (state: State, text: string): Mail | undefined => {
  const id = numberIn(text);
  return state.messages.find((one) => one.id === id);
};

async function read({ backend, say }: Talk, state: State, rest: string) {
  const message = found(state, rest);
  if (!message) return await say("There is no such message for you.");
  const { id, from, to, subject, postedAt, body } = message;
  await say(plain(`#${id} ${day(postedAt)} ${from} to ${to}: ${subject}`), "");
  await say(...body.split(/\r\n?|\n/).map(plain));
  if (to === state.base) await backend.read(id).catch(() => {});
}

async function kill({ backend, peer, say }: Talk, state: State, rest: string) {
  const id = numberIn(rest);
  const killed = id !== undefined && await backend.kill(peer, id);
  if (killed) state.messages = state.messages.filter((one) => one.id !== id);
  await say(killed ? `${id} killed.` : "That message is not yours, or not there.");
}

async function reply(talk: Talk, state: State, rest: string) {
  const message = found(state, rest);
  if (!message) return await talk.say("There is no such message for you.");
  await compose(talk, message.from, `Re: ${message.subject}`.slice(0, 80), undefined);
}

async function write(talk: Talk, _state: State, rest: string, type: Posted) {
  const to = rest.trim().toUpperCase();
  const [name = ""] = to.split(/[\s@.]/);
  if (to === "" || to.length > 64 || (type !== "B" && type !== undefined && !isCall(normalCall(name)))) {
    return await talk.say("To whom? S CALL");
  }
  await talk.say("Subject:");
  const subject = await talk.lines.next();
  if (subject === undefined) return;
  await compose(talk, to, typed(subject).slice(0, 80), type);
}

/** The type that a command posts; the gateway knows it by the addressee where it says none. */
const POSTED = { S: undefined, SP: "P", SB: "B", ST: "T" } as const;
type Posted = typeof POSTED[keyof typeof POSTED];

/** What somebody typed, as text: UTF-8 where it is that. */
const typed = (line: string): string => plain(shownText(Uint8Array.from(Buffer.from(line, "latin1"))));

async function compose({ backend, lines, peer, say }: Talk, toCall: string, subject: string, type: Posted) {
  await say("Text, /EX ends:");
  const text: string[] = [];
  let size = 0;
  for (let line = await lines.next();; line = await lines.next()) {
    // Where the line broke off in the middle of a text, no message is stored.
    if (line === undefined) return;
    if (/^\/ex$/i.test(line.trim()) || line.trim() === ".") break;
    const one = typed(line);
    size += wireText(one).length + 1;
    if (size > MOST_BODY) return await say("Too long, not stored.");
    text.push(one);
  }
  if (text.join("").trim() === "") return await say("Empty, not stored.");
  const id = await backend.post({
    fromCall: peer,
    toCall,
    subject,
    body: text.join("\n"),
    ...(type === undefined ? {} : { type }),
  });
  await say(`Stored as ${id ?? "?"}.`);
}

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
