/** Putting messages on their way, when they come and when rules, partners or White Pages change. */
import { baseCall } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { BBS_TRANSIT } from "../../settings/mod.ts";
import { everyOpen } from "./message_pages.ts";
import type { Head } from "../tables/message_store.ts";
import type { Office } from "../office.ts";
import { type RouteFacts, routeOf, type Routing } from "../route_of.ts";

/** What inbound mail's source says of the partner that brought it. */
export const SOURCE_PREFIX = "rf-fbb:";
/** The partner that brought a message; undefined for what was written here or mirrored. */
const broughtBy = (source: string): string | undefined =>
  source.startsWith(SOURCE_PREFIX) ? source.slice(SOURCE_PREFIX.length) : undefined;

/** Whether the operator lets it leave: what a partner brought goes on only where mail of others is handed on. */
const mayLeave = ({ settings }: Office, { source }: Head): boolean =>
  broughtBy(source) === undefined || settings.get(BBS_TRANSIT);

/** Routes a stored message: never to whom it came from, nor through whom it went. */
export function routeMessage(
  office: Office,
  message: Head,
  facts: RouteFacts = office.routeFacts(),
): Routing {
  const from = broughtBy(message.source);
  return routeOf({
    type: message.type,
    to: message.toBase,
    at: message.at,
    avoid: (partner) => partner === from || message.passed.includes(` ${baseCall(partner)} `),
  }, facts);
}

/** Puts a new message on its way. */
export function sendOn(office: Office, tx: Tx, message: Head, facts?: RouteFacts): void {
  const { forwards, messages, now } = office;
  const routing = routeMessage(office, message, facts);
  const leaves = mayLeave(office, message);
  if (message.type === "B") {
    if (leaves) {
      for (const { partner } of routing.ways) forwards.queue(tx, { partner, message: message.id });
    }
    return;
  }
  const [way] = leaves ? routing.ways : [];
  if (way) forwards.queue(tx, { partner: way.partner, message: message.id });
  const delivery = way ? "queued" : routing.here || !leaves ? "here" : "no_route";
  const stuckSince = delivery === "no_route" ? message.stuckSince ?? now() : null;
  messages.setDelivery(tx, { id: message.id, delivery, stuckSince });
}

/** Looks again at personal mail that has not left; `only` some of it. */
function rerouteMail(office: Office, tx: Tx, facts: RouteFacts, only?: (message: Head) => boolean): void {
  const { messages, forwards } = office;
  for (const message of everyOpen(messages)) {
    if (only && !only(message)) continue;
    const waits = forwards.of({ message: message.id }).find(({ state }) => state === "waiting");
    const way = routeMessage(office, message, facts).ways[0];
    if (waits && way?.partner === waits.partner) continue;
    forwards.unqueue(tx, { message: message.id });
    sendOn(office, tx, message, facts);
  }
}

/**
 * Looks again at the bulletins of each area: bulletins that a new rule reaches are queued for its partner, those
 * that no rule reaches any more are taken from the queue.
 */
function rerouteBulletins({ messages, forwards, settings, now }: Office, tx: Tx, facts: RouteFacts): void {
  const partners = new Set([...facts.rules, ...forwards.counts()].map(({ partner }) => partner));
  for (const { call } of facts.partners) partners.add(call);
  const transit = settings.get(BBS_TRANSIT);
  for (const { at } of messages.areas()) {
    const wanted = new Set(routeOf({ type: "B", to: "", at }, facts).ways.map(({ partner }) => partner));
    for (const partner of partners) {
      if (!wanted.has(partner)) forwards.unqueueArea(tx, { partner, at });
      else forwards.queueArea(tx, { partner, base: baseCall(partner), at, now: now(), transit });
    }
  }
}

/** Everything that has not left is routed anew: rules or partners have changed. */
export function reroute(office: Office, tx: Tx): void {
  const facts = office.routeFacts();
  rerouteMail(office, tx, facts);
  rerouteBulletins(office, tx, facts);
}

/** Mail to a bare call is routed anew: its home has changed. */
export function rerouteFor(office: Office, tx: Tx, call: string): void {
  rerouteMail(office, tx, office.routeFacts(), ({ toBase, at }) => at === "" && toBase === call);
}
