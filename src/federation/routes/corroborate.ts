/** Questions of other instances: was somebody heard here on radio (FED "Public federation", Corroboration). */
import { z } from "#schemas";
import { sameSecret } from "../../base/mod.ts";
import { type Gate, gateFailure, json, type Limit, open, route, type Visitor } from "../../http/mod.ts";
import { FED_CORROBORATION_SECRET } from "../../settings/mod.ts";
import { QuestionRecord } from "../../wire/mod.ts";
import { FRESH_S, readQuestion } from "../corroborate/question.ts";
import { fedFailure } from "../errors.ts";
import type { Federation } from "../federation.ts";
import { relayFailure } from "../relay/errors.ts";

const TYPE = "application/cbor";
const Queued = z.object({ relayed: z.literal(true), id: z.string(), ticket: z.string() });
const PER_HOST: Limit = { name: "federation-corroborate", points: 60, seconds: 60 };

/** Anybody who signs what he asks; where the operator has set a secret, who shows that too. 415 before a byte is read. */
function asker(secret: () => string | undefined): Gate<Visitor> {
  const anybody = open("a question is signed by who asks, and its answer tells cells and ten minutes alone");
  return {
    ...anybody,
    check(incoming, ports, params) {
      const wanted = secret();
      if (wanted !== undefined) {
        const shown = incoming.header("x-fed-secret");
        if (shown === undefined) throw gateFailure.no_credential();
        if (!sameSecret(shown, wanted)) throw gateFailure.bad_secret();
      }
      const type = incoming.header("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
      if (type !== TYPE) throw fedFailure.not_a_question();
      return anybody.check(incoming, ports, params);
    },
  };
}

export function corroborateRoutes(federation: Federation) {
  const { corroboration, identity, options: { db, settings } } = federation;
  const { answering } = corroboration;
  return [
    route("POST /federation/corroborate", {
      gate: asker(() => settings.get(FED_CORROBORATION_SECRET)),
      spec: 'FED "Events"',
      summary: "Ask whether a station was heard near a place; a signed question, a signed answer",
      limit: PER_HOST,
      raw: TYPE,
      maxBytes: QuestionRecord.maxBytes,
      produces: TYPE,
      also: {
        202: {
          says: "The question goes on to a spoke, which is asked for its answer with the ticket",
          reply: Queued,
        },
      },
      errors: [
        fedFailure.not_a_question,
        fedFailure.bad_question,
        fedFailure.peer_self,
        fedFailure.wrong_target,
        fedFailure.stale_question,
        fedFailure.bad_window,
        fedFailure.asker_blocked,
        fedFailure.asker_unknown,
        fedFailure.bad_question_signature,
        fedFailure.cannot_sign,
        fedFailure.clock_unset,
        fedFailure.registry_broken,
        relayFailure.not_a_spoke,
        relayFailure.relay_requester_full,
        relayFailure.relay_spoke_full,
        relayFailure.relay_full,
        relayFailure.relay_known,
      ],
      handle: async ({ incoming: { bytes } }) => {
        const { relay } = corroboration;
        const read = readQuestion(bytes);
        if (!read.ok || read.target === identity.instance || !relay.isSpoke(read.target)) {
          return new Response(answering.answer(bytes), { headers: { "content-type": TYPE } });
        }
        const { asker, target, known } = answering.admit(bytes, FRESH_S, (spoke) => relay.isSpoke(spoke));
        if (!known) throw fedFailure.asker_unknown();
        const queued = await db.write((tx) => corroboration.relay.queue(tx, { asker, target, frame: bytes }));
        return json({ relayed: true, ...queued }, 202);
      },
    }),
  ];
}
