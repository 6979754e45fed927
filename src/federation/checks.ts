/** What the setup checklist says of federation (API "Administration"). */
import {
  FED_MDNS,
  FED_PEER_EXCHANGE,
  FED_SPOKE_STALE_HOURS,
  FED_SUBMIT_SECRET,
  trustLine,
} from "../settings/mod.ts";
import type { Federation } from "./federation.ts";
import { formerName, knownName } from "./records/rename.ts";
import { hubView, spokeViews } from "./push/view.ts";
import { healthOf } from "./peers/view.ts";

const dateOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

/** Of a spoke, whether its hub takes what it pushes; of a hub, whether its spokes still come. */
function hubChecks(federation: Federation) {
  const { spokes, store, identity, options: { settings, world } } = federation;
  const hub = () => {
    const state = hubView(spokes, identity.instance)!;
    if (!spokes.pusher?.isConfigured) {
      return trustLine(
        "hub",
        "Hub",
        "missing",
        "FED_HUB_URL needs FED_SUBMIT_SECRET and FED_PRIVATE_KEY beside it",
        "hub.unset",
      );
    }
    if (state.offlineSince !== null) {
      const since = dateOf(state.offlineSince);
      const error = state.lastError ?? "";
      return trustLine(
        "hub",
        "Hub",
        "warn",
        `pushes to ${state.url} fail since ${since}: ${error}`,
        "hub.failing",
        {
          url: state.url,
          since,
          error,
        },
      );
    }
    return state.lastPushAt === null
      ? trustLine("hub", "Hub", "warn", `nothing was pushed to ${state.url} yet`, "hub.never", {
        url: state.url,
      })
      : trustLine("hub", "Hub", "ok", `last push to ${state.url} on ${dateOf(state.lastPushAt)}`);
  };
  const behind = () => {
    const staleHours = settings.get(FED_SPOKE_STALE_HOURS);
    const views = spokeViews(spokes, store, { now: world.now(), staleHours });
    const stale = views.filter((spoke) => spoke.stale && spoke.trust !== "blocked");
    return stale.length === 0 ? trustLine("spokes", "Spokes", "ok", `${views.length} push here`) : trustLine(
      "spokes",
      "Spokes",
      "warn",
      `${stale.length} of ${views.length} did not come for ${staleHours} h, ${stale[0]!.instance} among them`,
      "spokes.stale",
      { n: stale.length, all: views.length, hours: staleHours, name: stale[0]!.instance },
    );
  };
  return [
    ...(spokes.hubUrl === undefined ? [] : [hub]),
    ...(settings.get(FED_SUBMIT_SECRET) === undefined || spokes.hubUrl !== undefined ? [] : [behind]),
  ];
}

/** The name of this instance, peers and how they do, records given up, and what is named to strangers. */
export function federationChecks(federation: Federation) {
  const { store, registry, options: { settings } } = federation;
  return [
    () => {
      const all = store.peers.all(), blocked = all.filter(({ trust }) => trust === "blocked").length;
      const peers = all.filter((peer) => peer.enabled && peer.trust !== "blocked");
      const failing = peers.filter((peer) => healthOf(peer) === "error");
      const trusted = peers.filter((peer) => peer.trust === "trusted").length;
      if (registry.error !== undefined) {
        return trustLine(
          "peers",
          "Neighbours",
          "warn",
          `nothing is mirrored: ${registry.error}`,
          "peers.stopped",
          {
            error: registry.error,
          },
        );
      }
      if (peers.length === 0 && blocked > 0) {
        // Who blocks the only one uses neighbours: the light says so.
        return trustLine(
          "peers",
          "Neighbours",
          "missing",
          `no other instance is followed, and ${blocked} ${blocked === 1 ? "is" : "are"} blocked`,
          "peers.blocked",
          { n: blocked, followed: 0 },
        );
      }
      if (peers.length === 0) {
        return trustLine(
          "peers",
          "Neighbours",
          "missing",
          "no other instance is followed: main.ts peer add <url>",
          "peers.none",
        );
      }
      if (failing.length === 0 && peers.every(({ lastOk }) => lastOk === null)) {
        return trustLine(
          "peers",
          "Neighbours",
          "untried",
          `${peers.length} followed, and none was pulled yet`,
          "peers.untried",
          { n: peers.length, followed: peers.length },
        );
      }
      return failing.length > 0
        ? trustLine(
          "peers",
          "Neighbours",
          "warn",
          `${failing.length} of ${peers.length} did not answer: ${failing[0]!.url}, ${failing[0]!.lastError}`,
          "peers.failing",
          { n: failing.length, all: peers.length, url: failing[0]!.url, error: failing[0]!.lastError ?? "" },
        )
        : trustLine<never>(
          "peers",
          "Neighbours",
          "ok",
          `${peers.length} followed, ${trusted} trusted`,
          null,
          {
            followed: peers.length,
          },
        );
    },
    () => {
      const lost = store.gaps.givenUp({ at: 0, origin: "", kind: "", v: 0 }, 200).length;
      return trustLine(
        "gaps",
        "Records given up",
        lost > 0 ? "warn" : "ok",
        lost > 0
          ? `${
            lost === 200 ? "200 or more" : lost
          } records of others could not be had; see GET /federation/gaps`
          : "none",
        lost > 0 ? "gaps.lost" : null,
        { n: lost },
      );
    },
    ...hubChecks(federation),
    () => {
      const self = federation.identity.instance;
      const former = formerName(store, self), known = knownName(store);
      if (former !== undefined) {
        return trustLine(
          "name",
          "Name of this instance",
          "warn",
          `INSTANCE_ID was ${former} and is ${self} now: when the server starts, everything of its own is published anew under ${self}, and neighbours know it as another instance`,
          "name.changed",
          { former, self },
        );
      }
      return known?.before === undefined ? trustLine("name", "Name of this instance", "ok", self) : trustLine(
        "name",
        "Name of this instance",
        "ok",
        `${self} since ${
          dateOf(known.at!)
        }, ${known.before} before: neighbours that follow ${known.before} follow ${self} anew`,
      );
    },
    () => {
      const wish = settings.get(FED_MDNS);
      const label = "Local network";
      if (wish === "off") {
        return trustLine("neighbours", label, "ok", "not looked at; FED_MDNS=listen finds instances there");
      }
      if (wish === "announce" && !federation.onboarding.announcement()) {
        const [missing, reason] = federation.identity.key
          ? ["a name of its own (INSTANCE_ID)", "neighbours.no_name"] as const
          : ["a key (main.ts identity new)", "neighbours.no_key"] as const;
        return trustLine(
          "neighbours",
          label,
          "warn",
          `this instance is not announced: it needs ${missing}`,
          reason,
        );
      }
      const waiting = store.peers.all().filter(({ addedVia, trust }) =>
        addedVia === "mdns" && trust !== "blocked"
      );
      const seen = waiting.length === 0
        ? ""
        : `; sighted and not followed: ${waiting.slice(0, 3).map(({ instance }) => instance).join(", ")}${
          waiting.length > 3 ? ` and ${waiting.length - 3} more` : ""
        } (main.ts peer list)`;
      return trustLine(
        "neighbours",
        label,
        "ok",
        `${wish === "announce" ? "announced" : "listening"}${seen}`,
      );
    },
    () => {
      const { serve, pull, call } = federation.carriers.link(), label = "Packet circuits";
      if (!serve && !pull) return trustLine("circuits", label, "ok", "off");
      const { total, failing } = federation.carriers.circuitPeers();
      const problem = call === null
        ? [
          "circuits.no_call",
          "FED_LINK_CALL is not set: under which call they are answered and dialled",
        ] as const
        : serve && !federation.identity.key
        ? ["circuits.no_key", "FED_PRIVATE_KEY is not set: there is nothing that could be read"] as const
        : pull && total === 0
        ? ["circuits.no_peer", "no followed neighbour has an ax25 or netrom address"] as const
        : failing > 0
        ? [
          "circuits.failing",
          `${failing} of ${total} neighbours could not be read last time; see main.ts federation link list`,
        ] as const
        : undefined;
      return problem === undefined
        ? trustLine("circuits", label, "ok", `${total} neighbours by radio, under ${call}`)
        : trustLine("circuits", label, "warn", problem[1], problem[0], { n: failing, all: total });
    },
    () => {
      const named = settings.get(FED_PEER_EXCHANGE);
      return trustLine(
        "exchange",
        "Neighbours named to others",
        "ok",
        named
          ? "trusted neighbours are listed at /federation/exchange for everybody; FED_PEER_EXCHANGE=0 ends that"
          : "off",
      );
    },
  ];
}
