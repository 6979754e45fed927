/** The relay: questions for spokes that nobody can reach, and their answers (FED "Push, relay, packet"). */
import { z } from "#schemas";
import {
  type Limit,
  networkOf,
  relaySecret,
  relayTicket,
  route,
  spoke,
  sysopOrOperator,
} from "../../http/mod.ts";
import { fedFailure } from "../errors.ts";
import type { Federation } from "../federation.ts";
import { relayFailure } from "../relay/errors.ts";
import { FeedParams, InstanceId, Relayed } from "../relay/words.ts";

const SPEC = 'FED "Push, relay, packet"';
/** FED "Limits": an answer may hold a whole page, in base64. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
const perClient = (name: string, points: number): Limit => ({ name, points, seconds: 60 });

const Id = z.string().max(100);
const Status = z.enum(["queued", "leased", "dispatched", "answered"]);
const SPOKE = { instance: "Instance that pushes to this hub" };

export function relayRoutes(federation: Federation) {
  const { spokes: { relay }, options: { db, world, audit } } = federation;
  return [
    route("POST /federation/relay/:instance/query", {
      gate: relaySecret(),
      spec: SPEC,
      summary: "Queue a read of a spoke's feed",
      limit: perClient("federation-relay-query", 60),
      params: SPOKE,
      body: z.object({ kind: z.literal("feed"), params: FeedParams }),
      status: 201,
      reply: z.object({
        id: Id,
        ticket: z.string().describe("Shown to read the answer; told once"),
        instance: z.string(),
        kind: z.string(),
        status: Status,
      }),
      errors: [
        relayFailure.not_a_spoke,
        relayFailure.relay_requester_full,
        relayFailure.relay_spoke_full,
        relayFailure.relay_full,
        fedFailure.clock_unset,
      ],
      handle: async ({ params: { instance }, body, incoming }) => {
        const network = networkOf(incoming.client);
        const queued = await db.write((tx) => relay.queueFeed(tx, instance, body.params, network));
        return { ...queued, instance, kind: body.kind, status: "queued" };
      },
    }),
    route("GET /federation/relay/lease", {
      gate: spoke(),
      spec: SPEC,
      summary: "What is asked of the spoke that asks, at most 25, oldest first; leased for five minutes",
      limit: perClient("federation-relay-lease", 3000),
      query: z.object({
        instance: InstanceId.optional().describe("Name of the spoke that asks; another one's is refused"),
      }),
      reply: z.object({
        queries: z.array(z.object({ id: Id, kind: z.string(), params: z.unknown() })),
      }),
      errors: [relayFailure.relay_other],
      handle: async ({ who, query }) => {
        if (query.instance !== undefined && query.instance !== who.instance) throw relayFailure.relay_other();
        const queries = relay.waitingFor(who.instance, 1).length > 0
          ? await db.write((tx) => relay.lease(tx, who.instance))
          : [];
        return { queries };
      },
    }),
    route("POST /federation/relay/answer", {
      gate: spoke(),
      spec: SPEC,
      summary: "Answer what is leased to the spoke that asks",
      limit: perClient("federation-relay-answer", 3000),
      body: z.object({ id: Id, instance: InstanceId.optional(), result: Relayed }),
      maxBytes: MAX_ANSWER_BYTES,
      reply: z.object({ ok: z.literal(true) }),
      errors: [
        relayFailure.relay_other,
        relayFailure.relay_unknown,
        relayFailure.relay_not_leased,
        relayFailure.relay_other_kind,
        relayFailure.relay_answer_too_large,
        relayFailure.relay_full,
      ],
      handle: async ({ who, body }) => {
        if (body.instance !== undefined && body.instance !== who.instance) throw relayFailure.relay_other();
        await db.write((tx) => relay.answer(tx, who.instance, body.id, body.result));
        return { ok: true };
      },
    }),
    route("GET /federation/relay/result/:id", {
      gate: relayTicket(),
      spec: SPEC,
      summary: "What came of something asked; the answer to a question is for the instance that asked alone",
      limit: perClient("federation-relay-result", 600),
      params: { id: "Id that the answer to the queueing told" },
      reply: z.object({ status: Status, answer: Relayed.nullable() }),
      errors: [relayFailure.relay_unknown, relayFailure.relay_ticket, relayFailure.relay_asker],
      handle: ({ who, params }) => relay.result(params.id, who.ticket, who.instance),
    }),
    route("POST /federation/relay/:instance/dispatch", {
      gate: sysopOrOperator({ anyAge: "what is fetched, sent or brought is verified by itself" }),
      spec: 'FED "Peer management"',
      summary: "Send what waits for a spoke out as packet mail",
      params: SPOKE,
      reply: z.object({
        ok: z.literal(true),
        dispatched: z.number().describe("Number of questions in the batch"),
        bid: z.string().optional(),
      }),
      errors: [
        fedFailure.unsigned,
        fedFailure.clock_unset,
        fedFailure.fed_bbs_off,
        fedFailure.no_mailbox,
        fedFailure.bid_taken,
        relayFailure.not_a_spoke,
      ],
      handle: async ({ who, params: { instance } }) => {
        const sent = await db.write((tx) => {
          const batch = federation.relayByMail.dispatch(tx, instance);
          audit.note(tx, world.now(), {
            actor: who.actor,
            action: "dispatch",
            kind: "relay",
            targetId: instance,
            label: `${batch.dispatched} questions`,
            reason: "",
          });
          return batch;
        });
        return { ok: true, ...sent };
      },
    }),
  ];
}
