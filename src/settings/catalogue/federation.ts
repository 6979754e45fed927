/** Settings of federation and of its packet-radio links. */
import { configuration, instanceSetting, optionalConfiguration } from "../declare.ts";
import {
  base,
  type Box,
  box,
  BOX_TAKES,
  call,
  hostName,
  key32,
  origin,
  webAddress,
  writeBox,
} from "../forms.ts";
import { checked, choice, flag, integer, json, listOf, text } from "../types.ts";

/** A configured peer: `url` or `url#fingerprint`. The fingerprint may be written in groups. */
export interface ConfiguredPeer {
  url: string;
  fingerprint?: string;
}
const peer = (value: string): ConfiguredPeer | undefined => {
  const [address = "", suffix] = value.split("#", 2);
  const url = webAddress(address);
  if (!url) return undefined;
  const fingerprint = suffix?.replace(/[\s:]/g, "").toLowerCase();
  return fingerprint && /^[0-9a-f]{16}$/.test(fingerprint) ? { url, fingerprint } : { url };
};
const jsonList = <T = Record<string, unknown>>(
  takes: string,
  fits: (value: Record<string, unknown>) => boolean,
) =>
  json<T[]>(
    takes,
    (value) =>
      Array.isArray(value) && value.every((one) => typeof one === "object" && one !== null && fits(one))
        ? value
        : undefined,
  );
const isKey = (value: unknown): boolean => typeof value === "string" && key32(value) !== undefined;

const peersType = listOf<ConfiguredPeer>("a comma list of <url> or <url>#<fingerprint>", peer);
export const FED_PEERS = configuration<ConfiguredPeer[]>({
  key: "FED_PEERS",
  group: "federation",
  label: "Peers",
  hint:
    "Instances to follow from the start. A peer that is given with the fingerprint of its key is trusted as soon as it shows that key.",
  type: {
    ...peersType,
    format: (peers) =>
      peers.map((one) => one.fingerprint ? `${one.url}#${one.fingerprint}` : one.url).join(","),
  },
  fallback: [],
});
export const FED_SYNC_INTERVAL_MS = configuration({
  key: "FED_SYNC_INTERVAL_MS",
  group: "federation",
  label: "Pull interval",
  hint: "How often all peers are pulled; 0: only when asked or notified.",
  type: integer(0, 86_400_000, "ms"),
  fallback: 300_000,
});
export const FED_SYNC_REGION = optionalConfiguration<Box>({
  key: "FED_SYNC_REGION",
  group: "federation",
  label: "Region mirrored",
  hint:
    "Mirror only caches of this region; unset mirrors all. West greater than east crosses the antimeridian.",
  type: checked(BOX_TAKES, box, { write: writeBox }),
});
export const FED_PEER_EXCHANGE = instanceSetting({
  key: "FED_PEER_EXCHANGE",
  group: "federation",
  label: "Name trusted peers",
  hint: "Publish the list of trusted peers at /federation/exchange, so that others find them.",
  type: flag(),
  fallback: true,
});
export const FED_RESERVE = instanceSetting({
  key: "FED_RESERVE",
  group: "federation",
  label: "Records passed on",
  hint: "Whose records are handed on to other instances: those of trusted peers, of all, or of none.",
  type: choice("trusted", "all", "off"),
  fallback: "trusted",
});
export const FED_DISCOVER = configuration({
  key: "FED_DISCOVER",
  group: "federation",
  label: "Read peers' lists",
  hint: "Learn of further instances from the lists of trusted peers. None of them is followed automatically.",
  type: flag(),
  fallback: true,
});
export const FED_MDNS = configuration({
  key: "FED_MDNS",
  group: "federation",
  label: "Local discovery",
  hint: "Listen for instances on the local network, or announce this one as well.",
  type: choice("off", "listen", "announce"),
  fallback: "off",
});
export const FED_ALLOW_PRIVATE = configuration({
  key: "FED_ALLOW_PRIVATE",
  group: "federation",
  label: "Peers on private networks",
  hint: "Let federation fetch from private, loopback and link-local addresses.",
  type: flag(),
  fallback: false,
});
export const FED_AUTO_PROMOTE = configuration({
  key: "FED_AUTO_PROMOTE",
  group: "federation",
  label: "Promote peers by themselves",
  hint: "After so many confirmed corroborations an unvetted peer becomes trusted; 0: never.",
  type: integer(0, 1000),
  fallback: 0,
});
export const FED_CORROBORATION_QUORUM = configuration({
  key: "FED_CORROBORATION_QUORUM",
  group: "federation",
  label: "Quorum",
  hint: "How many independent peers must have heard a finder to lift a find to Tier A.",
  type: integer(1, 100),
  fallback: 2,
});
export const FED_CORROBORATION_REQUIRE_KNOWN = configuration({
  key: "FED_CORROBORATION_REQUIRE_KNOWN",
  group: "federation",
  label: "Answer known peers only",
  hint: "Refuse corroboration questions from instances that are not peers.",
  type: flag(),
  fallback: false,
});
export const FED_REVEAL_IGATE = configuration({
  key: "FED_REVEAL_IGATE",
  group: "federation",
  label: "Name the receiving station",
  hint: "Say in corroboration answers which station heard the finder.",
  type: flag(),
  fallback: false,
});
export const FED_ROTATION_GRACE_DAYS = configuration({
  key: "FED_ROTATION_GRACE_DAYS",
  group: "federation",
  label: "Grace after a key change",
  hint: "How long the former key still counts.",
  type: integer(0, 365, "d"),
  fallback: 7,
});
export const FED_KEY_HISTORY = configuration<Record<string, unknown>[]>({
  key: "FED_KEY_HISTORY",
  group: "federation",
  label: "Former keys",
  hint: "Earlier public keys of this instance, as `identity rotate` prints them.",
  type: jsonList("a JSON list of objects {x, until}", (one) => isKey(one.x) && Number.isInteger(one.until)),
  fallback: [],
});
/** `key` follows `prevKey`, signed by `prevKey`. */
export interface RotationRecord {
  key: string;
  prevKey: string;
  at: number;
  sig: string;
}
export const FED_ROTATIONS = configuration<RotationRecord[]>({
  key: "FED_ROTATIONS",
  group: "federation",
  label: "Key rotations",
  hint: "Rotation records of this instance's keys, as `identity rotate` prints them.",
  type: jsonList<RotationRecord>(
    "a JSON list of objects {key, prevKey, at, sig}",
    (one) => isKey(one.key) && isKey(one.prevKey) && Number.isInteger(one.at) && typeof one.sig === "string",
  ),
  fallback: [],
});
export const FED_ENDPOINTS = configuration<Record<string, unknown>[]>({
  key: "FED_ENDPOINTS",
  group: "federation",
  label: "Own endpoints",
  hint: "Addresses under which other instances reach this one, by transport.",
  type: jsonList(
    "a JSON list of at most 16 objects {transport, address, priority}",
    (one) => typeof one.transport === "string" && typeof one.address === "string",
  ),
  fallback: [],
});
export const FED_OPERATOR = optionalConfiguration<string>({
  key: "FED_OPERATOR",
  group: "federation",
  label: "Operator's callsign",
  hint: "Operator named in the descriptor. In a quorum all instances of one operator count as one.",
  type: checked("a callsign", base),
});
export const FED_REGISTRY = optionalConfiguration<Record<string, unknown>>({
  key: "FED_REGISTRY",
  group: "federation",
  label: "Registry",
  hint: "A signed registry document that binds instance names to keys. Needs FED_REGISTRY_KEY.",
  type: json(
    "a JSON object {at, entries, sig}",
    (value) =>
      typeof value === "object" && value !== null && !Array.isArray(value) && "entries" in value &&
        "sig" in value
        ? value as Record<string, unknown>
        : undefined,
  ),
});
export const FED_REGISTRY_DNS = optionalConfiguration<string>({
  key: "FED_REGISTRY_DNS",
  group: "federation",
  label: "Registry by DNS",
  hint: "Name of the TXT record that says where the registry document is. Needs FED_REGISTRY_KEY.",
  type: checked(
    "a DNS name",
    (value) =>
      /^[A-Za-z0-9_]([A-Za-z0-9_.-]{0,251}[A-Za-z0-9])?$/.test(value) ? value.toLowerCase() : undefined,
  ),
});
export const FED_REGISTRY_KEY = optionalConfiguration<string>({
  key: "FED_REGISTRY_KEY",
  group: "federation",
  label: "Registry authority",
  hint: "Public key that signs the registry.",
  type: checked("the base64url of a 32-byte Ed25519 public key (43 characters)", key32),
});
export const FED_HUB_URL = optionalConfiguration<string>({
  key: "FED_HUB_URL",
  group: "federation",
  label: "Hub",
  hint: "Instance to which this one pushes its records and through which it is asked.",
  type: checked("an origin such as https://hub.example", origin),
});
export const FED_SUBMIT_INSTANCES = configuration<string[]>({
  key: "FED_SUBMIT_INSTANCES",
  group: "federation",
  label: "Spokes allowed",
  hint: "Instances that may push to this hub; unset allows any that knows the secret.",
  type: listOf("a comma list of instance ids", hostName),
  fallback: [],
});
export const FED_SPOKE_STALE_HOURS = configuration({
  key: "FED_SPOKE_STALE_HOURS",
  group: "federation",
  label: "Spoke counts as stale",
  hint: "A spoke that has not pushed for this long is shown as stale.",
  type: integer(1, 8760, "h"),
  fallback: 24,
});
export const FED_RELAY_POLL_MS = configuration({
  key: "FED_RELAY_POLL_MS",
  group: "federation",
  label: "Relay poll",
  hint: "How often a spoke asks its hub for questions; 0: only with the scheduled pull.",
  type: integer(0, 3_600_000, "ms"),
  fallback: 15_000,
});
export const FED_BBS = configuration({
  key: "FED_BBS",
  group: "federation",
  label: "Federation by BBS mail",
  hint: "Experimental: send and take records as FBB mail.",
  type: flag(),
  fallback: false,
});

export const FED_LINK_CALL = optionalConfiguration<string>({
  key: "FED_LINK_CALL",
  group: "link",
  label: "Link call",
  hint: "Callsign with SSID under which a box serves and dials packet circuits.",
  type: checked("a callsign", call),
});
export const FED_LINK_SERVE = configuration({
  key: "FED_LINK_SERVE",
  group: "link",
  label: "Serve circuits",
  hint: "Whether a box answers packet circuits.",
  type: flag(),
  fallback: false,
});
export const FED_LINK_PULL = configuration({
  key: "FED_LINK_PULL",
  group: "link",
  label: "Dial circuits",
  hint: "Whether a box pulls peers over packet circuits.",
  type: flag(),
  fallback: false,
});
export const FED_LINK_NODE = optionalConfiguration<string>({
  key: "FED_LINK_NODE",
  group: "link",
  label: "NET/ROM node",
  hint: "Node through which NET/ROM peers are dialled.",
  type: text(9),
});
export const FED_LINK_PULL_MS = configuration({
  key: "FED_LINK_PULL_MS",
  group: "link",
  label: "Circuit interval",
  hint: "How often a box pulls over packet circuits.",
  type: integer(60_000, 604_800_000, "ms"),
  fallback: 3_600_000,
});
export const FED_LINK_PAGES = configuration({
  key: "FED_LINK_PAGES",
  group: "link",
  label: "Pages a circuit",
  hint: "Pages that one packet session reads at most.",
  type: integer(1, 1000),
  fallback: 20,
});
