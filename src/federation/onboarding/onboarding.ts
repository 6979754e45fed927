/** How neighbours and this instance find each other: by callsign in DNS, by announcement on the local network. */
import { AMPR_ZONE, APP_URL, DOH_URL, serviceCall, type Settings } from "../../settings/mod.ts";
import type { Identity } from "../keys/identity.ts";
import type { PeerParts } from "../peers/preview.ts";
import type { Endpoint } from "../tables/peer_store.ts";
import { announcementOf } from "./announced.ts";
import { CallFinder, type FindAsk, type FoundByCall } from "./find_by_call.ts";
import { Neighbours } from "./neighbours.ts";
import { type OwnFacts, type OwnIdentity, ownIdentity, type OwnRecord, radioHostOf } from "./own_records.ts";
import { type EnglishSentence, Failure, madeOf, named, type Sentence } from "../../base/mod.ts";
import { type CallName, nameOfHost, placesOf, readBinding } from "./binding.ts";
import { type Answered, resolve, type Resolving } from "./resolve.ts";
import { words } from "./self_words.ts";

// Looks at what is published of this instance, as its neighbours would (FED "Peer management"): reads DNS and nothing
// else.

interface CheckLine {
  id: "endpoint" | "callsign" | "a" | "txt" | "target" | "dnssec" | "aaaa";
  status: "pass" | "warn" | "fail" | "info";
  label: string;
  detail: string;
  fix?: string;
  /** What detail and fix are made of; what is only an address is made of nothing. */
  said: { detail?: Sentence; fix?: Sentence };
}

/** A line before it is told: a detail is a sentence, a refusal of DNS, or addresses alone. */
interface Line {
  status: CheckLine["status"];
  detail: EnglishSentence | Failure | string;
  fix?: EnglishSentence;
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

async function selfCheck(parts: Resolving, facts: OwnFacts): Promise<CheckLine[]> {
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

interface OnboardingParts {
  peers: PeerParts;
  settings: Settings;
  identity: Identity;
  /** The setting FED_ENDPOINTS. */
  endpoints(): Endpoint[];
}

export class Onboarding {
  readonly neighbours: Neighbours;
  readonly #finder: CallFinder;

  constructor(readonly parts: OnboardingParts) {
    const { peers, settings, endpoints } = parts;
    const { db, world, deps: { store, self } } = peers;
    this.neighbours = new Neighbours({ db, world, store, self });
    this.#finder = new CallFinder({
      peers,
      zone: () => settings.get(AMPR_ZONE),
      resolvers: () => settings.get(DOH_URL),
      onAmateurNetwork: () => radioHostOf(endpoints()) !== undefined,
    });
  }

  /** Finds an instance by its operator's callsign; admits it where DNS is signed or the operator confirms. */
  find(ask: FindAsk, actor: string): Promise<FoundByCall> {
    return this.#finder.find(ask, actor);
  }

  /** What this instance announces on the local network; undefined while there is nothing that others could compare. */
  announcement() {
    return announcementOf(this.parts.identity);
  }

  /** The records to publish, so that others find this instance by its callsign. */
  ownRecords(): OwnIdentity {
    return ownIdentity(this.#facts());
  }

  /** How what is published looks from outside. */
  checkOwnRecords(): Promise<CheckLine[]> {
    const { peers: { world }, settings } = this.parts;
    const { fetch: request, lives } = world;
    return selfCheck({ request, lives, resolvers: settings.get(DOH_URL) }, this.#facts());
  }

  #facts(): OwnFacts {
    const { settings, identity, endpoints } = this.parts;
    return {
      instance: identity.instance,
      key: identity.key?.publicKey,
      serviceCall: serviceCall(settings),
      zone: settings.get(AMPR_ZONE),
      appUrl: settings.get(APP_URL),
      endpoints: endpoints(),
    };
  }
}
