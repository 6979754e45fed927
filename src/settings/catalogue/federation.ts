/** Settings of federation: peers, what is mirrored and passed on, and what is asked of one another. */
import { configuration, instanceSetting, optionalConfiguration } from "../declare.ts";
import { type Box, box, BOX_TAKES, webAddress, writeBox } from "../forms.ts";
import { checked, choice, flag, integer, listOf } from "../types.ts";

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
const peersType = listOf<ConfiguredPeer>("a comma list of <url> or <url>#<fingerprint>", peer);
export const FED_PEERS = configuration<ConfiguredPeer[]>({
  key: "FED_PEERS",
  group: "federation",
  label: "Neighbours",
  hint:
    "Instances to follow from the start. A neighbour that is given with the fingerprint of its key is trusted as soon as it shows that key.",
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
  hint: "How often all neighbours are pulled; 0: only when asked or notified.",
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
  label: "Name trusted neighbours",
  hint: "Publish the list of trusted neighbours at /federation/exchange, so that others find them.",
  type: flag(),
  fallback: true,
});
export const FED_RESERVE = instanceSetting({
  key: "FED_RESERVE",
  group: "federation",
  label: "Records passed on",
  hint: "Whose records are handed on to other instances: those of trusted neighbours, of all, or of none.",
  type: choice("trusted", "all", "off"),
  fallback: "trusted",
});
export const FED_DISCOVER = configuration({
  key: "FED_DISCOVER",
  group: "federation",
  label: "Read neighbours' lists",
  hint:
    "Learn of further instances from the lists of trusted neighbours. None of them is followed automatically.",
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
  label: "Neighbours on private networks",
  hint: "Let federation fetch from private, loopback and link-local addresses.",
  type: flag(),
  fallback: false,
});
export const FED_ROOM_UNVETTED_MB = instanceSetting({
  key: "FED_ROOM_UNVETTED_MB",
  group: "federation",
  label: "Room of an unvetted neighbour",
  hint:
    "How much is kept of the records of one instance that nobody vetted, and of all that such a neighbour hands on. What finds no room is refused and comes once there is room.",
  type: integer(1, 1_000_000, "MB"),
  fallback: 100,
});
export const FED_ROOM_ALL_UNVETTED_MB = instanceSetting({
  key: "FED_ROOM_ALL_UNVETTED_MB",
  group: "federation",
  label: "Room of all unvetted neighbours",
  hint: "How much is kept of the records of all instances together that nobody vetted.",
  type: integer(1, 1_000_000, "MB"),
  fallback: 500,
});
export const FED_ROOM_TRUSTED_MB = instanceSetting({
  key: "FED_ROOM_TRUSTED_MB",
  group: "federation",
  label: "Room of a trusted neighbour",
  hint: "How much is kept of the records of one trusted instance.",
  type: integer(1, 1_000_000, "MB"),
  fallback: 4000,
});
export const FED_DISK_FLOOR_MB = instanceSetting({
  key: "FED_DISK_FLOOR_MB",
  group: "federation",
  label: "Disk kept free of neighbours' records",
  hint:
    "While less of the disk than this is free, no records of others are taken; pulls go on by themselves when there is room again. 0: never mind.",
  type: integer(0, 1_000_000, "MB"),
  fallback: 500,
});
export const FED_AUTO_PROMOTE = configuration({
  key: "FED_AUTO_PROMOTE",
  group: "federation",
  label: "Promote neighbours by themselves",
  hint: "After so many confirmed corroborations an unvetted neighbour becomes trusted; 0: never.",
  type: integer(0, 1000),
  fallback: 0,
});
export const FED_CORROBORATION_QUORUM = configuration({
  key: "FED_CORROBORATION_QUORUM",
  group: "federation",
  label: "Quorum",
  hint: "How many independent neighbours must have heard a finder to make a find radio-verified.",
  type: integer(1, 100),
  fallback: 2,
});
export const FED_CORROBORATION_REQUIRE_KNOWN = configuration({
  key: "FED_CORROBORATION_REQUIRE_KNOWN",
  group: "federation",
  label: "Answer known neighbours only",
  hint: "Refuse corroboration questions from instances that are not neighbours.",
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
