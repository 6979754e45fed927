/** From the Internet to the radio goes only a message for a station that was heard here, from a sender that was not. */
import { baseCall } from "../../base/mod.ts";
import { isUnreadable, type Packet } from "../../aprs/mod.ts";
import { unwrap } from "./form.ts";
import { LOCAL_S } from "./purposes.ts";
import type { Asked, Facts, Refusal } from "./words.ts";

/** A path with one of these asks not to be sent on the air (domain: IGate rules). */
const KEEPS_OFF: ReadonlySet<string> = new Set(["TCPXX", "NOGATE", "RFONLY"]);

/** The addressee of a message, ack or rej. */
const addresseeOf = (packet: Packet | undefined): string | undefined =>
  packet && !isUnreadable(packet) && "addressee" in packet.content ? packet.content.addressee : undefined;

/** Whether a station was heard directly here within the half hour. */
const isLocal = (call: string, { heardDirect, now }: Facts): boolean => {
  const at = heardDirect(call);
  return at !== undefined && at <= now && now - at <= LOCAL_S;
};

/** Every rule of gating that is broken; none for what does not come from the Internet. */
export function gatingRefusals({ purpose, frame, original }: Asked, facts: Facts): Refusal[] {
  if (purpose !== "gated" && !(purpose === "outbox" && facts.port.kind === "rf")) return [];
  const refusals: Refusal[] = [];
  const refuse = (rule: Refusal["rule"], why: string) => void refusals.push({ rule, why });
  const inner = unwrap(frame);
  const addressee = addresseeOf(inner);
  if (addressee === undefined || !isLocal(addressee, facts)) {
    refuse("not_heard", `${addressee ?? "the addressee"} was not heard directly here within half an hour`);
  }
  if (purpose === "outbox") return refusals;
  if (!facts.port.igate) refuse("igate_off", "from the Internet to this radio is not switched on");
  if (!original || isLocal(original.source, facts)) {
    refuse("sender_local", `${original?.source ?? "the sender"} was heard here itself`);
  }
  if (original?.via.some((call) => KEEPS_OFF.has(call))) {
    refuse("not_for_rf", "its path says that it stays off the air");
  }
  const own = baseCall(facts.own);
  const isOwn = (call: string | undefined) => call !== undefined && baseCall(call) === own;
  if (isOwn(original?.source) || isOwn(addressee) || original?.via.some(isOwn)) {
    refuse("loop", "it is this box's own, or passed it before");
  }
  return refusals;
}
