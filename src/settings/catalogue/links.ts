/** Settings of the ways on which records travel beside direct pulls: hub and spokes, BBS mail, packet circuits. */
import { configuration, optionalConfiguration } from "../declare.ts";
import { call, hostName, origin } from "../forms.ts";
import { checked, flag, integer, listOf, text } from "../types.ts";

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
  hint: "Whether a box pulls neighbours over packet circuits.",
  type: flag(),
  fallback: false,
});
export const FED_LINK_NODE = optionalConfiguration<string>({
  key: "FED_LINK_NODE",
  group: "link",
  label: "NET/ROM node",
  hint: "Node through which NET/ROM neighbours are dialled.",
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
