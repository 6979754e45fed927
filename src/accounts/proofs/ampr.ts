/**
 * Proof by a TXT record under the ampr zone (API "Accounts, identity, verification", `/verify/ampr/*`). The zone gives
 * a licence-verified amateur control over `<call>.<zone>` and the names below it, and over no other name.
 */
import { askDns, type DnsAnswer, independent, type Lives, type World } from "../../base/mod.ts";

type AmprRefusal =
  | "not_published" // no TXT at the name: costs no attempt
  | "wrong_code" // TXT there, none of them carries the current code
  | "cname" // an alias points elsewhere, so somebody else may answer for the name
  | "not_signed" // AMPR_REQUIRE_DNSSEC, and the answer was not validated
  | "dnssec_bogus" // a resolver says that the signatures do not hold
  | "resolvers_disagree";

type AmprVerdict =
  | { proved: true; proof: string } // "dnssec" or "<n> resolvers"
  | { proved: false; reason: AmprRefusal }
  | { proved: false; reason: "too_few_resolvers"; answered: number }; // nothing can be said: 502

/** The name, value and zone-file line to publish. Labels are lower case, as registries write them. */
export function amprRecord(base: string, zone: string, code: string, ttl = 300) {
  const name = `_svc-verify.${base.toLowerCase()}.${zone.toLowerCase().replace(/\.$/, "")}`;
  const value = `svc-verify=${code}`;
  return { name, type: "TXT" as const, value, record: `${name}. ${ttl} IN TXT "${value}"` };
}

/**
 * Asks all resolvers at once and judges the answers. Only `resolvers[0]` is believed when it says that DNSSEC holds (AD
 * flag).
 */
export async function checkAmpr(
  request: World["fetch"],
  resolvers: string[],
  name: string,
  value: string,
  requireDnssec = false,
  lives?: Lives,
): Promise<AmprVerdict> {
  const answers = await Promise.all(
    independent(resolvers).map((one) => askDns(request, one, name, "TXT", lives)),
  );
  return judgeAmpr(answers, value, requireDnssec);
}

/** Judges the answers, in the order of the resolvers. Pure. */
export function judgeAmpr(answers: DnsAnswer[], value: string, requireDnssec = false): AmprVerdict {
  const refused = (reason: AmprRefusal): AmprVerdict => ({ proved: false, reason });
  if (answers.some((one) => one.kind === "bogus")) return refused("dnssec_bogus");
  const first = answers[0];
  if (first && first.kind !== "silent" && first.kind !== "bogus" && first.validated) {
    return carries(first, value) ? { proved: true, proof: "dnssec" } : refused(whyNot(first));
  }
  const heard = answers.filter((one): one is Heard => one.kind !== "silent" && one.kind !== "bogus");
  if (heard.length === 0) return { proved: false, reason: "too_few_resolvers", answered: 0 };
  // A refusal needs no quorum: one resolver without the code is reason enough not to verify.
  if (!heard.some((one) => carries(one, value))) return refused(heard.map(whyNot).sort(byWeight)[0]!);
  if (requireDnssec) return refused("not_signed");
  if (heard.length < 2) return { proved: false, reason: "too_few_resolvers", answered: heard.length };
  const texts = new Set(heard.map((one) => JSON.stringify(one.kind === "records" ? one.values : one.kind)));
  return texts.size === 1
    ? { proved: true, proof: `${heard.length} resolvers` }
    : refused(heard.some((one) => one.kind === "alias") ? "cname" : "resolvers_disagree");
}

type Heard = Extract<DnsAnswer, { validated: boolean }>;

const carries = (answer: Heard, value: string) => answer.kind === "records" && answer.values.includes(value);

const whyNot = (answer: Heard): AmprRefusal =>
  answer.kind === "alias" ? "cname" : answer.kind === "nothing" ? "not_published" : "wrong_code";

const WEIGHT: AmprRefusal[] = ["cname", "wrong_code", "not_published"];
const byWeight = (a: AmprRefusal, b: AmprRefusal) => WEIGHT.indexOf(a) - WEIGHT.indexOf(b);
