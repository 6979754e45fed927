/**
 * Looks at what is published of this instance, as its neighbours would (FED "Peer management"): reads DNS and nothing
 * else.
 */
import { Failure, named } from "../../base/mod.ts";
import { type CallName, nameOfHost, placesOf, readBinding } from "./binding.ts";
import { type OwnFacts, type OwnIdentity, ownIdentity, type OwnRecord, radioHostOf } from "./own_records.ts";
import { type Answered, resolve, type Resolving } from "./resolve.ts";

export interface CheckLine {
  id: "endpoint" | "callsign" | "a" | "txt" | "target" | "dnssec" | "aaaa";
  status: "pass" | "warn" | "fail" | "info";
  label: string;
  detail: string;
  fix?: string;
}

type Line = Omit<CheckLine, "id" | "label">;
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
  return lines.flatMap(([id, line]) =>
    line ? [{ id, label: LABELS[id], ...line, ...(line.fix !== undefined && { fix: named(line.fix) }) }] : []
  );
}

function endpointLine({ host, web, callsign }: OwnIdentity, { endpoints, zone }: OwnFacts): Line {
  const radio = radioHostOf(endpoints);
  if (radio !== undefined && host === null) {
    return {
      status: "fail",
      detail: `the 44net endpoint ${radio} is not a name of ${callsign ?? "a callsign"} under ${zone}`,
      fix: `FED_ENDPOINTS takes a 44net address such as gateway.${
        (callsign ?? "call").toLowerCase()
      }.${zone}`,
    };
  }
  if (host === null && web === null) {
    return {
      status: "fail",
      detail: "neither an https address nor one on the amateur network",
      fix: "set APP_URL to an https address, or name a 44net endpoint in FED_ENDPOINTS",
    };
  }
  return { status: "pass", detail: [host && `http://${host}`, web].filter(Boolean).join(" and ") };
}

function callsignLine({ callsign, reason }: OwnIdentity, { serviceCall }: OwnFacts): Line {
  if (callsign === null) {
    return {
      status: "fail",
      detail: `${serviceCall} is not a callsign of yours`,
      fix: "name the operator in ADMIN_CALLSIGNS, or set SERVICE_CALL",
    };
  }
  return reason === "unsigned"
    ? {
      status: "fail",
      detail: "this instance has no signing key to publish",
      fix: "make one with: main.ts identity new",
    }
    : { status: "pass", detail: `neighbours compare ${callsign} with ${serviceCall} of the descriptor` };
}

function addressLine(looked: Looked, { host }: OwnIdentity): Line {
  const fix = `publish an A record at ${host} with your address on the amateur network`;
  if (looked instanceof Failure) return { status: "warn", detail: looked.message, fix };
  if (looked.values.length === 0) return { status: "fail", detail: `${host} has no address`, fix };
  const outside = looked.values.filter((address) => !isAmateur(address));
  return outside.length === 0 ? { status: "pass", detail: looked.values.join(", ") } : {
    status: "warn",
    detail: `${outside.join(", ")} does not lie on the amateur network`,
    fix: `${fix}, unless that is meant`,
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
    return {
      status: wrong.verdict === "wrong" ? "fail" : "warn",
      detail: wrong.verdict === "wrong"
        ? `${wrong.record.name} says something else`
        : `several instances stand at ${wrong.record.name}: whoever looks has to choose`,
      fix: `the TXT record at ${wrong.record.name} has to be exactly: ${wrong.record.value}`,
    };
  }
  const right = judged.find(({ verdict }) => verdict === "right");
  if (right) return { status: "pass", detail: `${right.record.name} names this instance and its key` };
  const [first] = judged;
  const unheard = judged.find(({ looked }) => looked instanceof Failure);
  return {
    status: unheard ? "warn" : "fail",
    detail: unheard ? (unheard.looked as Failure).message : `nothing stands at ${first!.record.name}`,
    fix: `publish a TXT record at ${first!.record.name}: ${first!.record.value}`,
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
      detail: "an alias (CNAME) leads elsewhere, so that somebody else may answer",
      fix: "take the CNAME out and publish the record itself",
    }
    : { status: "pass", detail: "no alias stands in the way" };
}

function signedLine(looked: readonly Looked[]): Line | undefined {
  const answered = looked.filter((one) => !(one instanceof Failure)) as Answered[];
  const bogus = looked.find((one) => one instanceof Failure && one.reason === "dns_bogus") as
    | Failure
    | undefined;
  if (bogus) {
    return {
      status: "fail",
      detail: bogus.message,
      fix: "have the zone's signatures mended before anybody looks",
    };
  }
  if (answered.length === 0) return undefined;
  return answered.every(({ dnssec }) => dnssec)
    ? { status: "info", detail: "validated: whoever asks takes this instance in at once" }
    : { status: "info", detail: "not validated: each operator who asks confirms once" };
}

function sixLine(looked: Looked): Line {
  const values = looked instanceof Failure ? [] : looked.values;
  return { status: "info", detail: values.length > 0 ? values.join(", ") : "none; none is needed" };
}
