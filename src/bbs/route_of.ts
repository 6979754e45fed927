/**
 * Where a message goes, and why. Pure: the same rule sends mail, answers "where would this go", and is tested by a table.
 *
 * Personal mail goes one way: to this mailbox, or to the partner whose rule names the closest part of the address. A bare
 * call is expanded by White Pages first. A bulletin goes to every partner of whose rules one fits its area.
 */
import { baseCall } from "../base/mod.ts";
import { componentsOf, matchLength } from "../fbb/mod.ts";
import type { Rule } from "./tables/partner_store.ts";
import type { MailType } from "./tables/message_store.ts";

interface PartnerFacts {
  call: string;
  /** Its hierarchical address; empty: only its call is known. */
  ha: string;
  proto: string;
  enabled: boolean;
  /** Letters of PBT. */
  msgtypes: string;
}
interface Home {
  home: string;
  /** operator, box, told or guessed. */
  source: string;
}
/** What is known when a message is routed. */
export interface RouteFacts {
  /** This mailbox's call. */
  own: string;
  /** Those that are switched on. */
  rules: readonly Rule[];
  partners: readonly PartnerFacts[];
  home(call: string): Home | undefined;
  /** Whether the owner of this call reads mail here. */
  isRead(call: string): boolean;
}
interface Routed {
  type: MailType;
  to: string;
  /** Behind the `@`; empty for a bare call or a bulletin without an area. */
  at: string;
  /** Partners that must not get it: the one that brought it, those of its R: lines. */
  avoid?(partner: string): boolean;
}
/** One way out. */
interface Way {
  partner: string;
  route: string;
  transport: string;
  /** Number of the rule; null where the address names the partner itself. */
  rule: number | null;
}
export interface Routing {
  /** It stays: somebody reads it here, or it is addressed to this mailbox. */
  here: boolean;
  /** Ways by partners that forward mail; at most one for personal mail. */
  ways: Way[];
  /** The rule that was closest, also where it leads to no partner (`ip-fed`: federation carries no mail). */
  closest: Way | undefined;
  /** The address that was used: as given, or expanded. */
  at: string;
  whitePages: ({ call: string } & Home) | undefined;
  /** A sentence for people. */
  why: string;
}

/** Transport of rules that leave it to federation, which carries bulletins as records and no mail. */
const FEDERATION = "ip-fed";
interface Candidate extends Way {
  fit: number;
}

const isOwn = (at: string, own: string): boolean => componentsOf(at)[0] === own;
/** The closest first, of equally close ones the longer route; else in the order in which rules were entered. */
const byFit = (a: Candidate, b: Candidate): number => b.fit - a.fit || b.route.length - a.route.length;

/** Ways that fit the address and carry this type, the closest first. */
function candidates({ type, at, avoid }: Routed, { rules, partners }: RouteFacts): Candidate[] {
  const known = new Map(partners.map((partner) => [baseCall(partner.call), partner]));
  const ways: Candidate[] = [];
  for (const { id, partner, route, transport } of rules) {
    const fit = matchLength(at, route);
    if (fit >= 0) ways.push({ partner, route, transport, rule: id, fit });
  }
  // A partner's own name in the address needs no rule.
  const neighbour = known.get(componentsOf(at)[0] ?? "");
  if (neighbour) {
    const fit = componentsOf(at).length;
    ways.push({
      partner: neighbour.call,
      route: baseCall(neighbour.call),
      transport: neighbour.proto,
      rule: null,
      fit,
    });
  }
  return ways.filter(({ partner }) => {
    const facts = known.get(baseCall(partner));
    return facts === undefined || (facts.enabled && facts.msgtypes.includes(type));
  }).filter(({ partner }) => !avoid?.(partner)).sort(byFit);
}

const way = ({ fit: _, ...rest }: Candidate): Way => rest;

/** Routes a bulletin: to every partner once, by the closest of its rules. */
function spread(routed: Routed, facts: RouteFacts): Routing {
  const fitting = candidates(routed, facts);
  const ways = new Map<string, Way>();
  for (const one of fitting) {
    if (one.transport !== FEDERATION && !ways.has(one.partner)) ways.set(one.partner, way(one));
  }
  const area = routed.at === "" ? "a bulletin without an area" : `the area ${routed.at}`;
  return {
    here: true,
    ways: isOwn(routed.at, facts.own) ? [] : [...ways.values()],
    closest: fitting[0] && way(fitting[0]),
    at: routed.at,
    whitePages: undefined,
    why: isOwn(routed.at, facts.own)
      ? "The area is this mailbox itself"
      : ways.size > 0
      ? `Rules of ${[...ways.keys()].join(", ")} fit ${area}`
      : `No partner's rule fits ${area}: it is read here and in the federation`,
  };
}

/** Routes a message. */
export function routeOf(routed: Routed, facts: RouteFacts): Routing {
  if (routed.type === "B") return spread(routed, facts);
  const entry = routed.at === "" ? facts.home(routed.to) : undefined;
  // Somebody who reads mail here is sent elsewhere only if the operator or the box entered that, never because the
  // network says so.
  const read = facts.isRead(routed.to);
  const home = read && entry?.source !== "operator" && entry?.source !== "box" ? undefined : entry;
  const at = home?.home ?? routed.at;
  const known = { at, whitePages: home && { call: routed.to, ...home } };
  const here = (why: string): Routing => ({ here: true, ways: [], closest: undefined, ...known, why });
  if (isOwn(at, facts.own)) {
    return here(
      home
        ? `White Pages (${home.source}): the home of ${routed.to} is here`
        : "The address is this mailbox's own",
    );
  }
  if (at === "" && read) return here(`${routed.to} reads mail here`);
  const fitting = candidates({ ...routed, at }, facts);
  const best = fitting.find(({ transport }) => transport !== FEDERATION);
  const closest = fitting[0];
  const address = at === "" ? `${routed.to}, whose home White Pages do not know` : at;
  const by = home ? `White Pages (${home.source}) name ${at}; ` : "";
  const why = best
    ? best.rule === null
      ? `${by}${best.partner} is the addressed mailbox itself`
      : `${by}the rule ${best.route} of ${best.partner} is the closest to ${address}`
    : `${by}no partner's rule fits ${address}`;
  return {
    here: false,
    ways: best ? [way(best)] : [],
    closest: closest && way(best ?? closest),
    ...known,
    why,
  };
}
