/**
 * What this instance publishes so that others find it by its callsign (FED "DNS onboarding"): the records as the amateur
 * network's portal takes them. Pure.
 */
import { baseCall, isCall } from "../../base/mod.ts";
import type { Endpoint } from "../tables/peer_store.ts";
import { type Binding, homeOf, writeBinding } from "./binding.ts";

export interface OwnFacts {
  instance: string;
  /** Public key; undefined while unsigned. */
  key: string | undefined;
  /** The call that the descriptor names. */
  serviceCall: string;
  zone: string;
  /** The setting APP_URL. */
  appUrl: string | undefined;
  endpoints: readonly Endpoint[];
}

export interface OwnRecord {
  name: string;
  /** The name left of the callsign's own, as the portal asks for it. */
  portal: string;
  type: "A" | "TXT";
  value: string;
  /** A placeholder for a value that we cannot know. */
  placeholder: boolean;
  purpose: string;
}

export interface OwnIdentity {
  callsign: string | null;
  host: string | null;
  web: string | null;
  records: OwnRecord[];
  /** The same record at the host's own name, for several instances that share a callsign. */
  alternative: OwnRecord | null;
  /** Why there is nothing to publish. */
  reason?: "unsigned" | "no_callsign" | "no_place";
}

/** The name at which the binding stands for the callsign itself. */
const txtNameOf = (host: string): string => `_svc.${host}`;

/** Own endpoint on the amateur network, without a scheme. */
export const radioHostOf = (endpoints: readonly Endpoint[]): string | undefined =>
  endpoints.find(({ transport }) => transport === "44net")?.address.replace(/^https:\/\//, "");

/**
 * The records for this instance's name, key and places; without a key, a callsign or a place none, and `reason` says
 * which is missing.
 */
export function ownIdentity(facts: OwnFacts): OwnIdentity {
  const { instance, key, zone, appUrl, endpoints } = facts;
  const call = baseCall(facts.serviceCall);
  const callsign = isCall(call) ? call : null;
  const home = callsign && homeOf(callsign, zone);
  const radio = radioHostOf(endpoints);
  const isOurs = home !== null && (radio === home || radio?.endsWith(`.${home}`) === true);
  const host = isOurs ? radio! : null;
  const web = [appUrl, ...endpoints.map(({ address }) => address)]
    .find((one) => one?.startsWith("https:") && URL.parse(one)?.origin === one) ?? null;
  const nothing = (reason: OwnIdentity["reason"]): OwnIdentity => ({
    ...{ callsign, host, web, records: [], alternative: null },
    ...(reason ? { reason } : {}),
  });
  if (key === undefined) return nothing("unsigned");
  if (callsign === null || home === null) return nothing("no_callsign");
  if (host === null && web === null) return nothing("no_place");
  const portalOf = (name: string) => name === home ? "" : name.slice(0, -home.length - 1);
  const txt = (at: string, binding: Binding, purpose: string): OwnRecord => ({
    name: txtNameOf(at),
    portal: portalOf(txtNameOf(at)),
    type: "TXT",
    value: writeBinding(binding),
    placeholder: false,
    purpose,
  });
  const below = host !== null && host !== home;
  const address: OwnRecord[] = host === null ? [] : [{
    name: host,
    portal: portalOf(host),
    type: "A",
    value: "44.x.y.z",
    placeholder: true,
    purpose: "the address of this host on the amateur network, as it was assigned to you",
  }];
  return {
    callsign,
    host,
    web,
    records: [
      ...address,
      txt(
        home,
        { instance, key, host: below ? host : null, web },
        `binds ${callsign} to this instance's name, key and places`,
      ),
    ],
    alternative: below
      ? txt(
        host,
        { instance, key, host: null, web: null },
        `finds this instance by ${host}, beside others of ${callsign}`,
      )
      : null,
  };
}
