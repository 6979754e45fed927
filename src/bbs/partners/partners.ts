/** Entering partners and rules. What waits is routed anew in the same write. */
import { baseCall, isCall, normalCall } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { isAt } from "../../fbb/mod.ts";
import { bbsFailure } from "../errors.ts";
import { reroute } from "../mail/send_on.ts";
import type { Office } from "../office.ts";
import { partnerFault } from "./fault.ts";
import type { Partner, RuleRow } from "../tables/partner_store.ts";

/** Rules' partner name for what federation carries. */
const FEDERATION_PARTNER = "federation";
/** The network's fields have six characters for a call. */
const isPartnerCall = (call: string): boolean => isCall(call) && baseCall(call).length <= 6;
const ROUTE = /^(\*|(\*\.)?[A-Z0-9#][A-Z0-9]{0,7}(\.[A-Z0-9#][A-Z0-9]{0,7}){0,7})$/;
/** One hour or a span of hours, UTC; a span may wrap: `22-6`. */
const BAND = /^(\d{1,2})(?:-(\d{1,2}))?$/;

export interface GivenPartner {
  call: string;
  ha?: string | undefined;
  connectScript?: string | undefined;
  proto?: "rf-fbb" | "axudp" | "ip-fed" | undefined;
  intervalMin?: number | undefined;
  timebands?: string | undefined;
  requestReverse?: boolean | undefined;
  msgtypes?: string | undefined;
  maxBlock?: number | undefined;
  enabled?: boolean | undefined;
  federation?: boolean | undefined;
  federationAt?: string | undefined;
}

const isTimebands = (text: string): boolean =>
  text === "" || text.split(",").every((band) => {
    const read = BAND.exec(band.trim());
    return read !== null && Number(read[1]) < 24 && Number(read[2] ?? 0) <= 24;
  });

/** Enters a partner, or changes what is named of it. */
export function savePartner(office: Office, tx: Tx, given: GivenPartner): Partner {
  const { partners } = office;
  const call = normalCall(given.call);
  if (!isPartnerCall(call)) throw bbsFailure.bad_call({ callsign: call });
  const before = partners.byCall({ call });
  const ha = (given.ha ?? before?.ha ?? "").trim().toUpperCase();
  if (ha !== "" && !isAt(ha)) throw bbsFailure.bad_address({ ha });
  const federationAt = (given.federationAt ?? before?.federationAt ?? "").trim().toUpperCase();
  if (federationAt !== "" && !isAt(federationAt)) throw bbsFailure.bad_address({ federationAt });
  const timebands = (given.timebands ?? before?.timebands ?? "").replaceAll(" ", "");
  if (!isTimebands(timebands)) throw bbsFailure.bad_timebands({ timebands });
  const connectScript = given.connectScript ?? before?.connectScript ?? "";
  // deno-lint-ignore no-control-regex -- a script is lines of text
  if (/[\x00-\x09\x0b\x0c\x0e-\x1f\x7f]/.test(connectScript)) throw bbsFailure.bad_connect_script();
  const on = (value: boolean | undefined, kept: number | undefined, otherwise: boolean): number =>
    Number(value ?? (kept === undefined ? otherwise : kept === 1));
  partners.save(tx, {
    call,
    ha,
    connectScript,
    proto: given.proto ?? before?.proto ?? "rf-fbb",
    intervalMin: given.intervalMin ?? before?.intervalMin ?? 30,
    timebands,
    requestReverse: on(given.requestReverse, before?.requestReverse, true),
    msgtypes: [...new Set(given.msgtypes ?? before?.msgtypes ?? "PBT")].join(""),
    maxBlock: given.maxBlock ?? before?.maxBlock ?? 5,
    enabled: on(given.enabled, before?.enabled, true),
    federation: on(given.federation, before?.federation, false),
    federationAt,
  });
  reroute(office, tx);
  return partners.byCall({ call })!;
}

/** Takes a partner out with its rules; what waited for it looks for another way. */
export function dropPartner(office: Office, tx: Tx, id: number): Partner {
  const { partners, forwards } = office;
  const partner = partners.byId({ id });
  if (!partner) throw bbsFailure.partner_unknown({ id });
  partners.drop(tx, { id });
  partners.dropRulesOf(tx, { partner: partner.call });
  forwards.dropWaitingOf(tx, { partner: partner.call });
  reroute(office, tx);
  return partner;
}

export interface GivenRule {
  partner: string;
  route: string;
  transport?: "ip-fed" | "rf-fbb" | "axip" | undefined;
  enabled?: boolean | undefined;
}

/** Enters a rule, or changes the one of this partner and route. The partner may be entered later: mail waits for it. */
export function saveRule(office: Office, tx: Tx, given: GivenRule): RuleRow {
  const { partners } = office;
  const isFederation = given.partner.trim().toLowerCase() === FEDERATION_PARTNER;
  const partner = isFederation ? FEDERATION_PARTNER : normalCall(given.partner);
  if (!isFederation && !isPartnerCall(partner)) throw bbsFailure.bad_call({ callsign: partner });
  const route = given.route.trim().toUpperCase();
  if (!ROUTE.test(route)) throw bbsFailure.bad_route({ route });
  const before = partners.rule({ partner, route });
  const transport = given.transport ?? before?.transport ?? (isFederation ? "ip-fed" : "rf-fbb");
  const enabled = Number(given.enabled ?? (before ? before.enabled === 1 : true));
  partners.saveRule(tx, { partner, route, transport, enabled });
  reroute(office, tx);
  return partners.rule({ partner, route })!;
}

/** Takes a rule out, and finds another way for what waited by it. Throws `rule_unknown`. */
export function dropRule(office: Office, tx: Tx, id: number): void {
  if (office.partners.dropRule(tx, { id }).changes === 0) throw bbsFailure.rule_unknown({ id });
  reroute(office, tx);
}

/** The partner of a call, with or without its SSID; undefined when neither a partner nor a rule names it. */
export function partnerNamed({ partners }: Office, text: string): string | undefined {
  const call = normalCall(text), base = baseCall(call);
  const names = [
    ...partners.all().map((partner) => partner.call),
    ...partners.rules().map((rule) => rule.partner),
  ]
    .filter((name) => name !== FEDERATION_PARTNER);
  return names.find((name) => name === call) ?? names.find((name) => baseCall(name) === base);
}

/** A partner as the operator and the forwarding program see it. */
export function partnerView(partner: Partner) {
  const { requestReverse, enabled, federation, ...rest } = partner;
  return {
    ...rest,
    requestReverse: requestReverse === 1,
    enabled: enabled === 1,
    federation: federation === 1,
  };
}

/** Partners with what waits for each and its last session. */
export function listPartners(office: Office) {
  const { partners, forwards } = office;
  const counts = new Map(forwards.counts().map((row) => [row.partner, row]));
  return partners.all().map((partner) => {
    const [last] = forwards.attempts({ partner: partner.call, limit: 1 });
    const fault = partnerFault(office, partner);
    return {
      ...partnerView(partner),
      waiting: counts.get(partner.call)?.waiting ?? 0,
      held: counts.get(partner.call)?.held ?? 0,
      lastAttempt: last ? { startedAt: last.startedAt, outcome: last.outcome, words: last.words } : null,
      fault: fault?.what ?? null,
    };
  });
}
