/**
 * Looks at what is published of this instance, as its neighbours would (FED "Peer management"): reads DNS and nothing
 * else.
 */
import { Failure, madeOf, named, type Said, type Told } from "../../base/mod.ts";
import { type CallName, nameOfHost, placesOf, readBinding } from "./binding.ts";
import { type OwnFacts, type OwnIdentity, ownIdentity, type OwnRecord, radioHostOf } from "./own_records.ts";
import { type Answered, resolve, type Resolving } from "./resolve.ts";
import { words } from "./self_words.ts";

export interface CheckLine {
  id: "endpoint" | "callsign" | "a" | "txt" | "target" | "dnssec" | "aaaa";
  status: "pass" | "warn" | "fail" | "info";
  label: string;
  detail: string;
  fix?: string;
  /** What detail and fix are made of; what is only an address is made of nothing. */
  said: { detail?: Said; fix?: Said };
}

/** A line before it is told: a detail is a sentence, a refusal of DNS, or addresses alone. */
interface Line {
  status: CheckLine["status"];
  detail: Told | Failure | string;
  fix?: Told;
}
type Looked = Answered | Failure;

const LABELS: Record<CheckLine["id"], string> = {
  endpoint: "A place to be reached",
  callsign: "Callsign",
  a: "Address record",
  txt: "Instance record",
  target: "No redirection",
  dnssec: "Signed answers",
  aaaa: "IPv6 address",
};

/** 44.0.0.0/9 and 44.128.0.0/10: what the amateur network has (contract of ARDC since 2019). */
const isAmateur = (address: string): boolean => {
  const [first, second] = address.split(".").map(Number);
  return first === 44 && second! < 192;
};

const isAlias = (looked: Looked): boolean => looked instanceof Failure && looked.reason === "dns_alias";

export async function selfCheck(parts: Resolving, facts: OwnFacts): Promise<CheckLine[]> {
  const own = ownIdentity(facts);
  const look = (name: string, of: "A" | "AAAA" | "TXT"): Promise<Looked> =>
    resolve(parts, name, of).catch((error) => {
      if (error instanceof Failure) return error;
      throw error;
    });
  const texts = [...own.records, own.alternative].filter((one) => one?.type === "TXT") as OwnRecord[];
  const [a, aaaa, ...txt] = await Promise.all([
    own.host === null ? undefined : look(own.host, "A"),
    own.host === null ? undefined : look(own.host, "AAAA"),
    ...texts.map(({ name }) => look(name, "TXT")),
  ]);
  const bound = texts.map((record, n) => ({ record, looked: txt[n] as Looked }));
  const lines: [CheckLine["id"], Line | undefined][] = [
    ["endpoint", endpointLine(own, facts)],
    ["callsign", callsignLine(own, facts)],
    ["a", a && addressLine(a, own)],
    ["txt", textLine(bound, facts, own)],
    ["target", targetLine([...(a ? [a] : []), ...bound.map(({ looked }) => looked)])],
    ["dnssec", signedLine(bound.map(({ looked }) => looked))],
    ["aaaa", aaaa && sixLine(aaaa)],
  ];
  return lines.flatMap(([id, line]) => line ? [{ id, label: LABELS[id], ...toldLine(line) }] : []);
}

function toldLine({ status, detail, fix }: Line): Omit<CheckLine, "id" | "label"> {
  const made = detail instanceof Failure
    ? { code: detail.reason }
    : typeof detail === "string"
    ? undefined
    : madeOf(detail);
  return {
    status,
    detail: detail instanceof Failure ? detail.message : typeof detail === "string" ? detail : detail.text,
    ...(fix && { fix: named(fix.text) }),
    said: { ...(made && { detail: made }), ...(fix && { fix: madeOf(fix) }) },
  };
}

function endpointLine({ host, web, callsign }: OwnIdentity, { endpoints, zone }: OwnFacts): Line {
  const radio = radioHostOf(endpoints);
  if (radio !== undefined && host === null) {
    return {
      status: "fail",
      detail: callsign === null
        ? words("endpoint_callless", { radio, zone })
        : words("endpoint_foreign", { radio, call: callsign, zone }),
      fix: words("endpoint_form", { call: (callsign ?? "call").toLowerCase(), zone }),
    };
  }
  if (host === null && web === null) {
    return {
      status: "fail",
      detail: words("no_place"),
      fix: words("set_place"),
    };
  }
  return { status: "pass", detail: [host && `http://${host}`, web].filter(Boolean).join(" and ") };
}

function callsignLine({ callsign, reason }: OwnIdentity, { serviceCall }: OwnFacts): Line {
  if (callsign === null) {
    return {
      status: "fail",
      detail: words("foreign_call", { call: serviceCall }),
      fix: words("name_operator"),
    };
  }
  return reason === "unsigned"
    ? { status: "fail", detail: words("no_key"), fix: words("make_key") }
    : { status: "pass", detail: words("compared", { call: callsign, service: serviceCall }) };
}

function addressLine(looked: Looked, { host }: OwnIdentity): Line {
  const at = { host: host! }, fix = words("publish_address", at);
  if (looked instanceof Failure) return { status: "warn", detail: looked, fix };
  if (looked.values.length === 0) return { status: "fail", detail: words("no_address", at), fix };
  const outside = looked.values.filter((address) => !isAmateur(address));
  return outside.length === 0 ? { status: "pass", detail: looked.values.join(", ") } : {
    status: "warn",
    detail: words("outside", { addresses: outside.join(", ") }),
    fix: words("publish_unless", at),
  };
}

/** Every name at which the binding may stand: one correct binding is enough, but a wrong one is an error. */
function textLine(
  bound: readonly { record: OwnRecord; looked: Looked }[],
  facts: OwnFacts,
  own: OwnIdentity,
): Line | undefined {
  if (bound.length === 0) return undefined;
  const judged = bound.map(({ record, looked }) => ({
    record,
    looked,
    verdict: verdictOf(record, looked, facts, own),
  }));
  const wrong = judged.find(({ verdict }) => verdict === "wrong" || verdict === "several");
  if (wrong) {
    const { name, value } = wrong.record;
    return {
      status: wrong.verdict === "wrong" ? "fail" : "warn",
      detail: words(wrong.verdict === "wrong" ? "differs" : "several", { name }),
      fix: words("exactly", { name, value }),
    };
  }
  const right = judged.find(({ verdict }) => verdict === "right");
  if (right) return { status: "pass", detail: words("right", { name: right.record.name }) };
  const { name, value } = judged[0]!.record;
  const unheard = judged.find(({ looked }) => looked instanceof Failure);
  return {
    status: unheard ? "warn" : "fail",
    detail: unheard ? unheard.looked as Failure : words("nothing", { name }),
    fix: words("publish_text", { name, value }),
  };
}

function verdictOf(
  { name }: OwnRecord,
  looked: Looked,
  { instance, key, zone }: OwnFacts,
  { host, web }: OwnIdentity,
): "right" | "wrong" | "several" | "nothing" {
  if (looked instanceof Failure) return "nothing";
  const at: CallName = nameOfHost(name.slice("_svc.".length), zone)!;
  const bindings = looked.values.map((text) => readBinding(text, at, zone)).filter((one) =>
    one !== undefined
  );
  const ours = bindings.find((one) => one.instance === instance);
  if (!ours) {
    const attempted = looked.values.some((text) => text.toLowerCase().includes("svc1"));
    return attempted && bindings.length === 0 ? "wrong" : bindings.length > 0 ? "several" : "nothing";
  }
  const places = placesOf(ours, at);
  const leadsHere = (places.host === null || places.host === host) &&
    (places.web === null || places.web === web);
  if (ours.key !== key || !leadsHere) return "wrong";
  return bindings.length > 1 ? "several" : "right";
}

function targetLine(looked: readonly Looked[]): Line | undefined {
  if (looked.length === 0) return undefined;
  return looked.some(isAlias)
    ? {
      status: "fail",
      detail: words("alias"),
      fix: words("no_alias_please"),
    }
    : { status: "pass", detail: words("no_alias") };
}

function signedLine(looked: readonly Looked[]): Line | undefined {
  const answered = looked.filter((one) => !(one instanceof Failure)) as Answered[];
  const bogus = looked.find((one) => one instanceof Failure && one.reason === "dns_bogus") as
    | Failure
    | undefined;
  if (bogus) {
    return {
      status: "fail",
      detail: bogus,
      fix: words("mend_zone"),
    };
  }
  if (answered.length === 0) return undefined;
  return answered.every(({ dnssec }) => dnssec)
    ? { status: "info", detail: words("validated") }
    : { status: "info", detail: words("not_validated") };
}

function sixLine(looked: Looked): Line {
  const values = looked instanceof Failure ? [] : looked.values;
  return { status: "info", detail: values.length > 0 ? values.join(", ") : words("none_needed") };
}
