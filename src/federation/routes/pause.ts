/** Pausing neighbours that are followed, and going on with them, one or several in one act (FED "Peer"). */
import { z } from "#schemas";
import { route, sysopOrOperator } from "../../http/mod.ts";
import { fedFailure } from "../errors.ts";
import type { Federation } from "../federation.ts";
import type { Peer } from "../tables/peer_store.ts";
import { peerListed } from "../peers/view.ts";
import { PeerAddress, PeerReply } from "./replies.ts";

/** So many neighbours of one act at most. */
const SEVERAL = 100;

export function pauseRoutes(federation: Federation) {
  const view = (peer: Peer) => peerListed(federation.listing(), peer);
  const gate = sysopOrOperator({ anyAge: "a pause gives no trust" });
  return [
    route("POST /federation/peers/pause", {
      gate,
      spec: 'FED "Peer"',
      summary:
        "Pause a followed neighbour, or go on: meanwhile it is neither pulled nor pinged nor asked about finds",
      body: z.object({ url: PeerAddress, paused: z.boolean() }),
      reply: z.object({ ok: z.literal(true), peer: PeerReply }),
      errors: [fedFailure.peer_unknown, fedFailure.not_followed],
      handle: async ({ who, body }) => ({
        ok: true,
        peer: view(await federation.peers.pause(body.url, body.paused, who.actor)),
      }),
    }),
    route("POST /federation/peers/pause-several", {
      gate,
      spec: 'FED "Peer"',
      summary: "Pause several followed neighbours in one act, or go on with them: all of them or none",
      body: z.object({ urls: z.array(PeerAddress).min(1).max(SEVERAL), paused: z.boolean() }),
      reply: z.object({ ok: z.literal(true), peers: z.array(PeerReply) }),
      errors: [fedFailure.peer_unknown, fedFailure.not_followed],
      handle: async ({ who, body }) => {
        const peers = await federation.peers.pauseAll(body.urls, body.paused, who.actor);
        return { ok: true, peers: peers.map(view) };
      },
    }),
  ];
}
