/** Our turn: a block of offers, the partner's answers, the bodies that it wants. */
import { readAnswers } from "../answers.ts";
import { subjectBytes, writeBlocks } from "../blocks.ts";
import { compress, FINGERPRINT } from "../compressed.ts";
import type { Settled, Steps } from "../effects.ts";
import type { FbbMessage } from "../message.ts";
import { concat } from "../../base/mod.ts";
import { canPropose, MOST_PROPOSALS, proposalChecksum, writeProposal } from "../proposals.ts";
import { latin1, toLatin1 } from "../text.ts";
import type { Talk } from "./talk.ts";
import { broken } from "./stop.ts";

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
export function* sendBlock(talk: Talk): Steps<boolean> {
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
