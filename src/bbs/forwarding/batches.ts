/**
 * Batches of federation as mail (FED "Store-and-forward"): queued for marked partners alone, whatever the rules say, and
 * taken from them alone. People see none of it, in either direction.
 */
import { baseCall, utf8 } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { componentsOf, type FbbMessage, readTrail, shownText, wireText } from "../../fbb/mod.ts";
import { FED_BBS, serviceCall } from "../../settings/mod.ts";
import { FEDERATION_NAME } from "../mail/addressee.ts";
import { writeMessage } from "../mail/write_message.ts";
import type { Office } from "../office.ts";
import type { Partner } from "../tables/partner_store.ts";
import { MOST_LIFE_S } from "../limits.ts";

/** Bytes of a batch's text: systems on the way cut at 64 KiB, and put a line each on top. */
export const MOST_BATCH_TEXT = 60_000;

/** Whether batches go to a partner and come from it now. */
export const sendsBatches = ({ partners, settings }: Office, partner: string): boolean =>
  settings.get(FED_BBS) && partners.byCall({ call: partner })?.federation === 1;

/** Whether batches of federation are taken from a partner: a marked one, and only while that is switched on. */
export const takesBatches = (office: Office, partner: string | undefined): partner is string =>
  partner !== undefined && office.parts.takeBatch !== undefined && sendsBatches(office, partner);

export interface BatchMail {
  bid: string;
  subject: string;
  text: string;
  /** Call or hierarchical address of the one mailbox that it is for; absent: every marked partner's. */
  to?: string;
}
/** `known`: the very batch is stored already; `foreign`: a message that is not a batch has this BID. */
export interface BatchQueued {
  outcome: "stored" | "known" | "foreign";
  /** Partners that it waits for now, or that have it. */
  partners: number;
}

/** The system to which a partner's batches go. */
const systemOf = ({ federationAt, ha, call }: Partner): string =>
  componentsOf(federationAt || ha || baseCall(call))[0]!;

/** Stores a batch once and puts it on its way. The forward rules are not asked: they never route it. */
export function queueBatch(office: Office, tx: Tx, { bid, subject, text, to }: BatchMail): BatchQueued {
  const { messages, forwards, partners, settings, now } = office;
  const before = messages.byBid({ bid });
  if (before && before.auto !== "batch") return { outcome: "foreign", partners: 0 };
  const system = to === undefined ? undefined : componentsOf(to.toUpperCase())[0]!;
  const marked = partners.all().filter((partner) =>
    partner.federation === 1 && (system === undefined || systemOf(partner) === system)
  );
  if (to !== undefined && marked.length === 0) return { outcome: "known", partners: 0 };
  const { id } = before ?? writeMessage(office, tx, {
    type: "P",
    from: baseCall(serviceCall(settings)),
    to: FEDERATION_NAME,
    at: "",
    subject: utf8(subject),
    body: wireText(text),
    postedAt: now(),
    expiresAt: now() + MOST_LIFE_S,
    bid,
    auto: "batch",
  });
  for (const { call } of marked) forwards.queue(tx, { partner: call, message: id });
  return { outcome: before ? "known" : "stored", partners: marked.length };
}

interface TakenBatch {
  stored: 0;
  deduped: boolean;
  why: "federation" | "federation_refused";
  /** How the batch was taken, as a sentence. */
  federation?: string;
  /** Its hash does not match: all of it is dropped. */
  damaged?: true;
}

/** A batch that a partner brought. Its BID is remembered only where the hash matched. */
export function takeBatch(
  office: Office,
  tx: Tx,
  message: FbbMessage,
  partner: string | undefined,
): TakenBatch {
  const { messages, parts, now } = office;
  if (!takesBatches(office, partner)) {
    return { stored: 0, deduped: false, why: "federation_refused" };
  }
  const text = shownText(message.body.subarray(readTrail(message.body).textAt));
  const { outcome, words } = parts.takeBatch!(tx, { partner, bid: message.bid, text });
  if (outcome === "taken" || outcome === "known") messages.noteBid(tx, { bid: message.bid, at: now() });
  return {
    stored: 0,
    deduped: outcome === "known",
    why: outcome === "damaged" ? "federation_refused" : "federation",
    federation: words,
    ...(outcome === "damaged" && { damaged: true as const }),
  };
}
