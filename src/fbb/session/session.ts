/** A whole forwarding session, either side. */
import type { Effect, SessionEnd, Settled, Steps, Verdict } from "../effects.ts";
import { commonMode, readSid, type Sid, writeSid } from "../sid.ts";
import { latin1, toLatin1 } from "../text.ts";
import { runScript } from "./connect.ts";
import { Inbox } from "./inbox.ts";
import { DEFAULT_LIMITS, MAX_NOISE, type SessionOptions } from "./options.ts";
import { broken, cut, Stop, told } from "./stop.ts";
import type { Talk } from "./talk.ts";
import { readAnswers } from "../answers.ts";
import { subjectBytes, writeBlocks } from "../blocks.ts";
import { compress, FINGERPRINT } from "../compressed.ts";
import type { FbbMessage, Proposal } from "../message.ts";
import { concat } from "../../base/mod.ts";
import {
  canPropose,
  MOST_PROPOSALS,
  proposalChecksum,
  type ProposalRead,
  readProposal,
  writeProposal,
} from "../proposals.ts";
import { receiveCompressed, receivePlain } from "./bodies.ts";

// The partner's turn: its offers, our answers, the bodies that we asked for.

/** How the partner's turn ended. */
type Turn = "block" | "nothing" | "quit";

/** The partner went on after our block: it has it all. */
function* confirm(talk: Talk): Steps<void> {
  const outcomes: readonly Settled[] = talk.unconfirmed;
  talk.unconfirmed = [];
  if (outcomes.length > 0) yield { do: "settle", outcomes };
}

/** Hears the partner's turn to its end. */
function* hearTurn(talk: Talk): Steps<Turn> {
  const lines: string[] = [], reads: ProposalRead[] = [];
  for (;;) {
    const line = yield* talk.inbox.command();
    const word = line.slice(0, 2).toUpperCase();
    if (word === "FA" || word === "FB" || word === "FC" || word === "FD") {
      const read = usable(talk, readProposal(line));
      if (reads.length === MOST_PROPOSALS) throw broken("too_many");
      yield* confirm(talk);
      lines.push(line);
      reads.push(read);
    } else if (word === "F>" && reads.length > 0) {
      const sum = line.slice(2).trim().toUpperCase();
      if (sum !== "" && sum.padStart(2, "0") !== proposalChecksum(lines)) throw broken("proposal_checksum");
      yield* answer(talk, reads);
      return "block";
    } else if ((word === "FF" || word === "FQ") && line.length === 2 && reads.length === 0) {
      yield* confirm(talk);
      return word === "FF" ? "nothing" : "quit";
    } else throw broken("bad_line");
  }
}

/** A compressed body that our SID did not ask for cannot be read here. */
function usable({ mode }: Talk, read: ProposalRead): ProposalRead {
  if (read.kind !== "offer" || read.code !== "A" || mode !== "ascii") return read;
  return { kind: "unusable" };
}

/** Our verdicts on a block, then the bodies that we want, each committed before the next is read. */
function* answer(talk: Talk, reads: readonly ProposalRead[]): Steps<void> {
  const verdicts = yield* judge(talk, reads);
  const signs = verdicts.map(({ verdict }) => sign(talk, verdict));
  yield { do: "send", bytes: toLatin1(`FS ${signs.join("")}\r`) };
  for (const { proposal, verdict } of verdicts) {
    if (proposal === undefined || verdict === undefined) continue;
    if (verdict.answer !== "want" && verdict.answer !== "hold" && verdict.answer !== "resume") continue;
    const { subject, body } = talk.mode === "ascii"
      ? yield* receivePlain(talk, proposal)
      : yield* receiveCompressed(talk, proposal, verdict.answer === "resume" ? verdict.part : undefined);
    const { type, from, at, to, bid } = proposal;
    yield {
      do: "received",
      message: { type, from, at, to, bid, subject, body },
      held: verdict.answer === "hold",
    } satisfies Effect;
  }
}

interface Judged {
  proposal?: Proposal;
  /** Absent: the offer's fields cannot be used. */
  verdict?: Verdict;
}

/**
 * The store decides; cases that need no store are decided here: unusable fields, a BID offered twice, a size above
 * ours.
 */
function* judge(talk: Talk, reads: readonly ProposalRead[]): Steps<Judged[]> {
  const asked: Proposal[] = [], bids = new Set<string>();
  const judged = reads.map((read): Judged => {
    if (read.kind !== "offer") return {};
    const { proposal } = read;
    // The first copy in this block may still fail: deferred, it is either here or wanted the next time.
    if (bids.has(proposal.bid)) return { proposal, verdict: { answer: "later" } };
    bids.add(proposal.bid);
    if (proposal.size > talk.limits.body) return { proposal, verdict: { answer: "refuse" } };
    asked.push(proposal);
    return { proposal };
  });
  if (asked.length === 0) return judged;
  const canResume = talk.mode === "b1";
  const given = (yield { do: "judge", proposals: asked, canResume }) as readonly Verdict[];
  const verdicts = new Map(asked.map((proposal, i) => [proposal, given[i] ?? { answer: "later" as const }]));
  return judged.map((one) => {
    const verdict = one.proposal && verdicts.get(one.proposal);
    if (!verdict) return one;
    // Where nothing can be resumed, it is wanted from its beginning.
    return { ...one, verdict: verdict.answer === "resume" && !canResume ? { answer: "want" } : verdict };
  });
}

/** R, H, E and `!` exist with version 1 only; to others a refusal is `-` and unusable fields are `=`, as F6FBB does. */
function sign({ sid }: Talk, verdict: Verdict | undefined): string {
  const newer = sid.compressed === 1;
  if (verdict === undefined) return newer ? "E" : "=";
  switch (verdict.answer) {
    case "want":
      return "+";
    case "have":
      return "-";
    case "later":
      return "=";
    case "refuse":
      return newer ? "R" : "-";
    case "hold":
      return newer ? "H" : "+";
    case "resume":
      return verdict.part.length > 0 ? `!${verdict.part.length}` : "+";
  }
}

// Our turn: a block of offers, the partner's answers, the bodies that it wants.

/**
 * What ends a plain message before its end: Ctrl-Z, and to F6FBB a line `/EX` as users type it, after which it takes
 * the rest of the text for commands.
 */
const endsEarly = (body: Uint8Array): boolean =>
  body.includes(CTRL_Z) || /(?:^|[\r\n])\/ex/i.test(latin1(body));
const CTRL_Z = 0x1a;

/** The message as this partner can take it, or undefined where it cannot. */
function fitted(talk: Talk, message: FbbMessage): FbbMessage | undefined {
  const { options, sid, mode, limits } = talk;
  const whole = message.at === "" ? options.partner : message.at;
  const at = sid.hierarchical ? whole : whole.split(".")[0]!;
  const type = message.type === "A" && !sid.acknowledgements ? "P" : message.type;
  const fits = message.body.length <= limits.body &&
    (mode !== "ascii" || !endsEarly(message.body));
  return fits && canPropose({ ...message, at }) ? { ...message, type, at } : undefined;
}

/** The next messages to offer. What does not fit is settled at once and others are asked for; empty when none is left. */
function* nextBlock(talk: Talk): Steps<FbbMessage[]> {
  const { offered, limits, mode } = talk;
  while (offered.size < limits.messages) {
    const most = Math.min(MOST_PROPOSALS, limits.messages - offered.size);
    const given = (yield {
      do: "offer",
      most,
      bytes: limits.block,
      offered,
      binary: mode !== "ascii",
    }) as readonly FbbMessage[];
    const fresh: FbbMessage[] = [], block: FbbMessage[] = [], unsendable: Settled[] = [];
    for (const message of given.slice(0, most)) {
      if (offered.has(message.bid)) continue;
      offered.add(message.bid);
      fresh.push(message);
      const fit = fitted(talk, message);
      if (fit) block.push(fit);
      else unsendable.push({ bid: message.bid, outcome: "unsendable" });
    }
    if (unsendable.length > 0) yield { do: "settle", outcomes: unsendable };
    if (block.length > 0 || fresh.length === 0) return block;
  }
  return [];
}

/** Offers a block and sends what is wanted. False when there was nothing to offer. */
function* sendBlock(talk: Talk): Steps<boolean> {
  const block = yield* nextBlock(talk);
  if (block.length === 0) return false;
  const code = talk.mode === "ascii" ? "B" : "A";
  const lines = block.map((message) => writeProposal(code, message, message.body.length));
  yield { do: "send", bytes: toLatin1([...lines, `F> ${proposalChecksum(lines)}`, ""].join("\r")) };
  const line = yield* talk.inbox.command();
  const answers = line.startsWith("FS") ? readAnswers(line, block.length) : undefined;
  if (!answers) throw broken("bad_answer");
  const declined: Settled[] = [];
  answers.forEach((answer, i) => {
    const { bid } = block[i]!;
    if (answer.take) talk.unconfirmed.push({ bid, outcome: answer.held ? "held" : "sent" });
    else declined.push({ bid, outcome: answer.outcome });
  });
  if (declined.length > 0) yield { do: "settle", outcomes: declined };
  for (const [i, answer] of answers.entries()) {
    if (answer.take) yield* sendBody(talk, block[i]!, answer.offset);
  }
  return true;
}

function* sendBody(talk: Talk, { subject, body }: FbbMessage, offset: number): Steps<void> {
  if (talk.mode === "ascii") {
    // F6FBB drops an LF that has no CR, so every line end is made both; the last line gets one too.
    const text = latin1(body).replace(/\r\n?|\n/g, "\r\n");
    const end = text === "" || text.endsWith("\n") ? "" : "\r\n";
    yield { do: "send", bytes: concat(subjectBytes(subject), toLatin1(`\r\n${text}${end}\x1a\r\n`)) };
    return;
  }
  const packed = compress(body, talk.mode === "b1" ? 1 : 0);
  // For an impossible offset the whole message is sent: the header says offset 0, and the checksum covers all of
  // it.
  const from = offset >= FINGERPRINT && offset <= packed.length ? offset : 0;
  for (const bytes of writeBlocks(subject, packed, from)) yield { do: "send", bytes };
}

// The first lines: both sides show their SID.

/** A node or telnet port that says farewell in words ends the session with them. */
const unmet = (last: string): Stop => last === "" ? cut() : told(last);

/** Called side: greets, then expects the caller's SID as its first line; anything else is a person. */
function* greet(inbox: Inbox, options: SessionOptions): Steps<Sid> {
  const { software, mode, greeting = "Welcome", call } = options;
  const lines = [writeSid(software.name, software.version, mode), greeting, `${call}>`];
  yield { do: "send", bytes: toLatin1(`${lines.join("\r")}\r`) };
  const line = yield* inbox.command();
  const sid = readSid(line);
  if (!sid) throw new Stop({ how: "person", line });
  if (!sid.blocks) throw broken("no_sid");
  return sid;
}

/**
 * Calling side: listens for the SID and the prompt after it (`>` at the end of a line, or of what has come so far,
 * since a prompt need not have a line end), then shows its own SID.
 */
function* meet(inbox: Inbox, options: SessionOptions): Steps<Sid> {
  let sid: Sid | undefined, last = "";
  for (let noise = 0; !sid; noise++) {
    if (noise === MAX_NOISE) throw broken("too_many");
    const raw = yield* inbox.rawLine();
    if (raw === undefined) throw unmet(last);
    const line = latin1(raw).trim();
    sid = readSid(line);
    if (line !== "") last = line;
  }
  if (!sid.blocks) throw broken("no_sid");
  yield* prompt(inbox);
  const { name, version } = options.software;
  yield { do: "send", bytes: toLatin1(`${writeSid(name, version, options.mode)}\r`) };
  return sid;
}

function* prompt(inbox: Inbox): Steps<void> {
  let tail = "";
  for (let seen = 0; seen < MAX_NOISE * 80;) {
    if (!(yield* inbox.fill())) throw cut();
    const chunk = latin1(inbox.waiting);
    inbox.skip(chunk.length);
    seen += chunk.length;
    tail = (tail + chunk).slice(-80);
    if (/>[ \r\n]{0,80}$/.test(tail)) return;
  }
  throw broken("too_many");
}

const say = (text: string): Effect => ({ do: "send", bytes: toLatin1(text) });

/**
 * Forwards both ways until neither side has anything left. The line is to be closed when it returns; what it sent
 * before must still go out.
 */
export function* session(options: SessionOptions): Steps<SessionEnd> {
  try {
    return yield* talkThrough(options, new Inbox());
  } catch (stop) {
    if (!(stop instanceof Stop)) throw stop;
    if (stop.end.how === "broken") yield say(`${stop.end.words}\r`);
    return stop.end;
  }
}

function* talkThrough(options: SessionOptions, inbox: Inbox): Steps<SessionEnd> {
  if (options.side === "calls" && options.script) yield* runScript(options.script, inbox);
  const sid = options.side === "called" ? yield* greet(inbox, options) : yield* meet(inbox, options);
  const mode = commonMode(options.mode, sid);
  yield { do: "met", sid, mode };
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const talk: Talk = { options, limits, inbox, sid, mode, offered: new Set(), unconfirmed: [] };
  let ours = options.side === "calls", theyAreDone = false;
  for (;;) {
    if (ours && !(yield* sendBlock(talk))) {
      // Nothing left on either side: the one who says so second hangs up.
      yield say(theyAreDone ? "FQ\r" : "FF\r");
      if (theyAreDone) return { how: "clean" };
    }
    ours = true;
    const turn = yield* hearTurn(talk);
    if (turn === "quit") return { how: "clean" };
    theyAreDone = turn === "nothing";
  }
}
