/**
 * The gateway's outbox: messages of members, sent by radio to stations that were heard here, else to APRS-IS (API
 * "Ingest and BBS backend"). What a rule forbids is refused for good; what only has to wait (pace, a closed lock) is
 * tried again.
 */
import { decodeTnc2, isUnreadable, thirdPartyInfo } from "../../../aprs/mod.ts";
import { normalCall } from "../../../base/mod.ts";
import type { OnAir, OnHost, ToGateway } from "../../parts.ts";
import type { Outcome } from "../../transmit/transmitter.ts";
import { asList, asNumber, asObject, asText, objectOf } from "../../json.ts";
import { repeat } from "../poll.ts";
import { aprsIs, radioFor, radios, TOCALL } from "../ports.ts";
import type { Service } from "../service.ts";

const POLL_MS = 15_000;
/** Rules that stop applying by themselves after a while. */
const PASSING: ReadonlySet<string> = new Set([
  "box_off",
  "port_off",
  "gate",
  "quiet",
  "pace",
  "airtime",
  "receive_only",
  "same_text",
]);
/** Items that are settled here, until the gateway has forgotten them. */
const MOST_SETTLED = 1000;

interface Item {
  id: number;
  srcCall: string;
  tocall: string;
  payload: string;
  createdAt: number;
}

function readItem(value: unknown): Item | undefined {
  const one = asObject(value);
  const id = asNumber(one.id, 1, Number.MAX_SAFE_INTEGER), createdAt = asNumber(one.createdAt, 0, 1e12);
  const srcCall = asText(one.srcCall, 9), tocall = asText(one.tocall, 9), payload = asText(one.payload, 400);
  if (one.target !== "is" || id === undefined || createdAt === undefined) return undefined;
  if (srcCall === undefined || tocall === undefined || payload === undefined) return undefined;
  return { id, srcCall: normalCall(srcCall), tocall, payload, createdAt };
}

/** Sends one item by the nearest way; undefined where there is none now. */
async function sendItem(parts: OnAir, item: Item): Promise<Outcome | undefined> {
  const { transmitter, switches } = parts;
  const madeAt = transmitter.fromGateway(item.createdAt);
  const made = madeAt === undefined ? {} : { madeAt };
  const packet = decodeTnc2(`${item.srcCall}>${item.tocall}:${item.payload}`);
  const addressee = !isUnreadable(packet) && packet.content.kind === "message"
    ? packet.content.addressee
    : undefined;
  const own = switches.file.call;
  if (
    addressee !== undefined &&
    radios(parts).some((one) => transmitter.heardDirect(one, addressee) !== undefined)
  ) {
    const info = thirdPartyInfo({ source: item.srcCall, destination: TOCALL, info: item.payload }, own);
    const frame = { source: own, destination: TOCALL, path: [], info };
    const outcome = await transmitter.send(radioFor(parts, addressee)!, {
      purpose: "outbox",
      frame,
      ...made,
    });
    if (outcome.outcome === "handed_over") return outcome;
  }
  const is = aprsIs(parts);
  if (!is) return undefined;
  const frame = { source: item.srcCall, destination: item.tocall, path: [], info: item.payload };
  return await transmitter.send(is, { purpose: "outbox", frame, ...made });
}

export const outbox = (pollMs = POLL_MS): Service<OnAir & ToGateway & OnHost> => ({
  name: "outbox",
  run(parts, stop) {
    const { client, sender, switches, world, transmitter } = parts;
    /** Sent or refused for good, and acknowledged or not. */
    const settled = new Map<number, "sent" | "refused">();
    return repeat(parts, stop, async () => {
      const ways = [aprsIs(parts), ...radios(parts)].filter((one) => one !== undefined);
      const mayAny = ways.some((one) => transmitter.locks(one).every((lock) => lock === "gate"));
      if (switches.file.services.outbox !== true || sender.state.word !== "ok" || !mayAny) return pollMs;
      const answer = await client.ask({ path: "/outbox", stop });
      const said = answer.kind === "answer" && answer.status === 200 ? objectOf(answer.text) : undefined;
      const done: number[] = [];
      for (const one of asList(said?.items)) {
        const item = readItem(one);
        if (!item || stop.aborted) continue;
        if (!settled.has(item.id)) {
          const outcome = await sendItem(parts, item);
          if (outcome?.outcome === "handed_over") settled.set(item.id, "sent");
          else if (
            outcome?.outcome === "refused" && outcome.refusals.some(({ rule }) => !PASSING.has(rule))
          ) {
            settled.set(item.id, "refused");
            world.log.info("outbox item {id} is not sent: {why}", { id: item.id, why: outcome.why });
          } else if (outcome?.outcome === "refused") break;
        }
        if (settled.get(item.id) === "sent") done.push(item.id);
      }
      // An item whose ack is lost comes again and is acknowledged again, not sent again.
      if (done.length > 0) {
        await client.ask({ method: "POST", path: "/outbox/ack", body: JSON.stringify({ ids: done }), stop });
      }
      for (const id of settled.keys()) {
        if (settled.size <= MOST_SETTLED) break;
        settled.delete(id);
      }
      return pollMs;
    });
  },
});
