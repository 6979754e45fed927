/** Asking DNS for an instance's record (FED "DNS onboarding"): one validated answer, or several that say the same. */
import { askDns, type DnsAnswer, type DnsType, independent, type Lives, type World } from "../../base/mod.ts";
import { fedFailure } from "../errors.ts";
import { type Binding, type CallName, readBinding } from "./binding.ts";

export interface Resolving {
  request: World["fetch"];
  /** DOH_URL: the first one validates. */
  resolvers: readonly string[];
  /** Told whether each answered. */
  lives?: Lives;
}

/** Records, and whether the first resolver has validated them. */
export interface Answered {
  values: string[];
  dnssec: boolean;
}

const textOf = (answer: DnsAnswer): string =>
  JSON.stringify(answer.kind === "records" ? answer.values : answer.kind);

/**
 * The records of a type at a name. The first resolver's validation decides; without it every resolver must say the
 * same, so that nobody confirms an answer that only one resolver gave.
 */
export async function resolve(
  { request, resolvers, lives }: Resolving,
  name: string,
  of: DnsType,
): Promise<Answered> {
  const [first, ...others] = independent(resolvers);
  if (first === undefined) throw fedFailure.dns_closed();
  const said = await askDns(request, first, name, of, lives);
  if (said.kind !== "silent" && said.kind !== "bogus" && said.validated) return records(said, name, true);
  const all = [said, ...await Promise.all(others.map((one) => askDns(request, one, name, of, lives)))];
  if (all.some(({ kind }) => kind === "bogus")) throw fedFailure.dns_bogus({ name });
  const heard = all.filter(({ kind }) => kind !== "silent");
  if (heard.length === 0) {
    throw fedFailure.dns_silent({ name, why: said.kind === "silent" ? said.why : "" });
  }
  if (new Set(heard.map(textOf)).size > 1) throw fedFailure.resolvers_disagree({ name });
  return records(heard[0]!, name, false);
}

function records(answer: DnsAnswer, name: string, dnssec: boolean): Answered {
  if (answer.kind === "alias") throw fedFailure.dns_alias({ name });
  return { values: answer.kind === "records" ? answer.values : [], dnssec };
}

/** The one binding at a name; of several the one of `instance`. */
export async function resolveBinding(
  parts: Resolving,
  name: CallName,
  zone: string,
  instance: string | undefined,
): Promise<{ binding: Binding; dnssec: boolean }> {
  const { values, dnssec } = await resolve(parts, name.txt, "TXT");
  const all = values.map((text) => readBinding(text, name, zone)).filter((one) => one !== undefined);
  if (all.length === 0) throw fedFailure.no_binding({ name: name.txt, records: values.length });
  const wanted = instance === undefined ? all : all.filter((one) => one.instance === instance);
  const [binding] = wanted;
  if (wanted.length !== 1 || !binding) {
    throw fedFailure.several_bindings({
      candidates: all.map(({ instance, host, web }) => ({ instance, host, web })),
    });
  }
  return { binding, dnssec };
}
