/** Managing peers, pulls and gaps (FED "Peer management"). */
import { z } from "#schemas";
import { type Limit, type OperatorWho, route, sysopOrOperator, type SysopWho } from "../../http/mod.ts";
import { json } from "../../http/mod.ts";
import { FED_SPOKE_STALE_HOURS } from "../../settings/mod.ts";
import { readTypes } from "./types.ts";
import { fedFailure } from "../errors.ts";
import type { Federation } from "../federation.ts";
import { rowUrl } from "../peers/preview.ts";
import type { Peer } from "../tables/peer_store.ts";
import { peerListed, peersListed } from "../peers/view.ts";
import { corroborationState } from "../corroborate/state.ts";
import { hubView, spokeViews } from "../push/view.ts";
import {
  Added,
  BlockPreviewReply,
  GapList,
  PeerAddress,
  PeerList,
  PeerReply,
  Pulled,
  PulledOne,
  SyncState,
} from "./replies.ts";
import type { PullOptions } from "../pull/context.ts";

const SPEC = 'FED "Peer management"';
const GAPS_LISTED = 200;
const Fingerprint = z.string().max(64).describe("First 16 hex digits of SHA-256 of its key, as compared");
type Who = SysopWho | OperatorWho;

interface ManageParts {
  federation: Federation;
  /** Counts one use, 429 past it. */
  use(limit: Limit<never>, who: string): void;
}

const perPeer: Limit<never> = { name: "federation-peer-sync", points: 3, seconds: 60 };
const addresses: Limit<Who> = {
  name: "federation-peers",
  points: 60,
  seconds: 60,
  per: ({ who }) => who.actor,
};

export function manageRoutes({ federation, use }: ManageParts) {
  const { store, puller, options: { db, settings, world } } = federation;
  const view = (peer: Peer) => peerListed(federation.listing(), peer);
  const gate = sysopOrOperator();

  return [
    route("GET /federation/peers", {
      gate,
      spec: SPEC,
      summary: "Neighbours with health and key fingerprint, this instance itself, and who read here of late",
      reply: PeerList,
      handle: () => ({
        self: {
          instance: federation.identity.instance,
          fingerprint: federation.own.fingerprint(),
          words: federation.own.spoken(),
        },
        peers: peersListed(federation.listing()),
        readers: federation.readers.list(),
      }),
    }),
    route("POST /federation/peers", {
      gate,
      spec: SPEC,
      summary: "Look at an instance (url), or add it under a compared fingerprint",
      limit: addresses,
      body: z.object({ url: PeerAddress, fingerprint: Fingerprint.optional() }),
      reply: Added,
      also: { 201: "Added; without a fingerprint it is only looked at" },
      errors: [
        fedFailure.peer_address,
        fedFailure.peer_self,
        fedFailure.peer_known,
        fedFailure.instance_taken,
        fedFailure.peer_blocked,
        fedFailure.peer_unsigned,
        fedFailure.registry_mismatch,
        fedFailure.registry_broken,
        fedFailure.fingerprint_missing,
        fedFailure.fingerprint_differs,
        fedFailure.no_answer,
      ],
      handle: async ({ who, body }) => {
        if (body.fingerprint === undefined) return { preview: await federation.peers.preview(body.url) };
        return json(
          { ok: true, peer: await federation.peers.add(body.url, body.fingerprint, who.actor) },
          201,
        );
      },
    }),
    route("DELETE /federation/peers", {
      gate,
      spec: SPEC,
      summary: "Remove a neighbour and its pinned key",
      query: z.object({ url: PeerAddress }),
      reply: z.object({ ok: z.literal(true) }),
      errors: [fedFailure.peer_unknown, fedFailure.peer_configured],
      handle: async ({ who, query }) => {
        await federation.peers.remove(query.url, who.actor);
        return { ok: true };
      },
    }),
    route("POST /federation/peers/trust", {
      gate,
      spec: SPEC,
      summary: "Trust, unvet or block a neighbour; or show what a block would hide, and change nothing",
      body: z.object({
        url: PeerAddress,
        trust: z.enum(["trusted", "unvetted", "blocked", "before"]).describe(
          "`before` lifts a block and gives back the trust that it took",
        ),
        fingerprint: Fingerprint.optional(),
        reason: z.string().trim().max(500).optional().describe(
          "For the log; that of a block is shown with it",
        ),
        preview: z.boolean().optional().describe("Only count what would be hidden; with `blocked` alone"),
      }),
      reply: z.union([
        z.object({ preview: BlockPreviewReply }),
        z.object({ ok: z.literal(true), peer: PeerReply }),
      ]),
      errors: [
        fedFailure.peer_unknown,
        fedFailure.fingerprint_missing,
        fedFailure.fingerprint_differs,
        fedFailure.peer_key_unknown,
        fedFailure.block_elsewhere,
        fedFailure.instance_taken,
        fedFailure.preview_of_block,
        fedFailure.not_blocked,
      ],
      handle: async ({ who, body }) => {
        const { url, trust, fingerprint, reason } = body;
        if (body.preview) {
          if (trust !== "blocked") throw fedFailure.preview_of_block();
          return { preview: federation.peers.blockPreview(url) };
        }
        const peer = await federation.peers.trust({
          url,
          trust,
          ...(fingerprint === undefined ? {} : { fingerprint }),
          ...(reason === undefined ? {} : { reason }),
        }, who.actor);
        return { ok: true, peer: view(peer) };
      },
    }),
    route("POST /federation/peers/sync", {
      gate: sysopOrOperator({ anyAge: "what is fetched, sent or brought is verified by itself" }),
      spec: SPEC,
      summary: "Pull one neighbour at once, without waiting for its turn",
      body: z.object({ url: PeerAddress }),
      reply: PulledOne,
      errors: [fedFailure.peer_unknown],
      handle: async ({ body }) => {
        const url = rowUrl(body.url);
        if (!store.peers.byUrl(url)) throw fedFailure.peer_unknown({ url });
        use(perPeer, url);
        const outcome = await puller.pull(url);
        const { lastSync, lastOk } = store.peers.byUrl(url) ?? { lastSync: null, lastOk: null };
        return outcome.ok
          ? { ok: true, counts: outcome.result.counts, bytes: outcome.result.bytes, lastSync, lastOk }
          : { ok: false, error: outcome.error, lastSync, lastOk };
      },
    }),
    route("POST /federation/peers/follow", {
      gate,
      spec: SPEC,
      summary: "Follow a discovered instance",
      limit: addresses,
      body: z.object({
        url: PeerAddress,
        trust: z.boolean().optional(),
        fingerprint: Fingerprint.optional(),
      }),
      reply: z.object({ ok: z.literal(true), peer: PeerReply }),
      errors: [
        fedFailure.peer_unknown,
        fedFailure.not_discovered,
        fedFailure.renamed,
        fedFailure.fingerprint_missing,
        fedFailure.fingerprint_differs,
        fedFailure.no_answer,
        fedFailure.peer_known,
        fedFailure.peer_unsigned,
        fedFailure.registry_mismatch,
        fedFailure.peer_blocked,
        fedFailure.registry_broken,
      ],
      handle: async ({ who, body }) => {
        const { url, trust, fingerprint } = body;
        const peer = await federation.peers.follow({
          url,
          ...(trust === undefined ? {} : { trust }),
          ...(fingerprint === undefined ? {} : { fingerprint }),
        }, who.actor);
        return { ok: true, peer: view(peer) };
      },
    }),
    route("GET /federation/gaps", {
      gate,
      spec: 'FED "Gap lifecycle"',
      summary: "Records given up, until they are marked seen",
      query: z.object({
        cursor: z.string().optional().describe("`nextCursor` of the page before; the first page without it"),
      }),
      reply: GapList,
      handle: ({ query }) => {
        const [at = "", origin = "", kind = "", v = ""] = (query.cursor ?? "").split(" ");
        const after = { at: Number(at) || 0, origin, kind, v: Number(v) || 0 };
        const gaps = store.gaps.givenUp(after, GAPS_LISTED);
        const last = gaps.length === GAPS_LISTED ? gaps.at(-1) : undefined;
        return {
          gaps: gaps.map(({ origin, kind, v, reason, firstSeen, givenUp }) => ({
            origin,
            kind,
            v,
            reason,
            firstSeen,
            givenUp,
          })),
          ...(last ? { nextCursor: `${last.givenUp} ${last.origin} ${last.kind} ${last.v}` } : {}),
        };
      },
    }),
    route("POST /federation/gaps/seen", {
      gate: sysopOrOperator({ anyAge: "what is fetched, sent or brought is verified by itself" }),
      spec: SPEC,
      summary: "Mark the records given up as seen",
      reply: z.object({ ok: z.literal(true), seen: z.number() }),
      handle: async () => ({
        ok: true,
        seen: await db.write((tx) => store.gaps.markSeen(tx, { now: world.now() }).changes),
      }),
    }),
    route("POST /federation/sync", {
      gate: sysopOrOperator({ anyAge: "what is fetched, sent or brought is verified by itself" }),
      spec: SPEC,
      summary: "Pull every neighbour now; deletions always come",
      body: z.object({
        types: z.array(z.string()).max(6).optional(),
        maxPages: z.number().int().min(1).max(50).optional(),
      }),
      reply: Pulled,
      errors: [fedFailure.bad_record_types],
      handle: ({ body }) => {
        const types = readTypes(body.types);
        const options: PullOptions = {
          ...(types === undefined ? {} : { types }),
          ...(body.maxPages === undefined ? {} : { maxPages: body.maxPages }),
        };
        return federation.pullAll(options);
      },
    }),
    route("GET /api/admin/federation/sync", {
      gate,
      spec: SPEC,
      summary: "How pulls and pushes stand",
      reply: SyncState,
      handle: () => {
        const staleHours = settings.get(FED_SPOKE_STALE_HOURS);
        return {
          corroboration: corroborationState(federation),
          hub: hubView(federation.spokes, federation.identity.instance),
          pulling: puller.running > 0,
          clockIsSet: federation.clockIsSet,
          spokes: spokeViews(federation.spokes, store, { now: world.now(), staleHours }),
          staleHours,
        };
      },
    }),
    route("POST /api/admin/federation/sync", {
      gate: sysopOrOperator({ anyAge: "what is fetched, sent or brought is verified by itself" }),
      spec: SPEC,
      summary: "Pull every neighbour and push to the hub, in the background",
      status: 202,
      reply: z.object({ ok: z.literal(true), started: z.literal(true) }),
      handle: () => {
        federation.pullAll().catch((error) => world.log.error("pull failed: {error}", { error }));
        federation.spokes.pusher?.push().catch((error) => world.log.error("push failed: {error}", { error }));
        return { ok: true, started: true };
      },
    }),
  ];
}
