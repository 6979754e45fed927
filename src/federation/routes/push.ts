/** The hub's side of the push: submissions and marks (FED "Push, relay, packet"). */
import { z } from "#schemas";
import { type Gate, isSpokeSigned, type Limit, route, submitSecret, submitSigned } from "../../http/mod.ts";
import { MAX_PAGE_BYTES, RECORD_KINDS, SEQUENCE_KINDS } from "../../wire/mod.ts";
import { fedFailure } from "../errors.ts";
import type { Federation } from "../federation.ts";
import { pushFailure } from "../push/errors.ts";
import { tellMarks } from "../push/marks.ts";
import { takeSubmission } from "../push/take.ts";
import type { FailureMaker } from "../../base/mod.ts";

// Bodies that are CBOR alone: 415 for any other before a byte of it is read (FED "Errors").

/** The gate, and after it the media type. */
const cborOnly = <Who>(gate: Gate<Who>, refuse: FailureMaker): Gate<Who> => ({
  ...gate,
  check(incoming, ports, params) {
    const who = gate.check(incoming, ports, params);
    const type = incoming.header("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
    if (type !== "application/cbor") throw refuse();
    return who;
  },
});

const SPEC = 'FED "Push, relay, packet"';
/** Many spokes may share one address; the pages of one push are 300 at most. */
const submits: Limit = { name: "federation-submit", points: 6000, seconds: 60 };

const Mark = z.object({ cursor: z.number(), id: z.string().optional() });
const Submitted = z.object({
  ok: z.literal(true),
  applied: z.number().describe("Records that are new or newer here"),
  rejected: z.number().describe("Records that were not taken, for any reason"),
  mark: Mark.extend({ type: z.enum(RECORD_KINDS) }).optional().describe(
    "Cursor where the sender goes on with this type of record",
  ),
  held: z.number().optional().describe("Every record of this type up to here is held, superseded or deleted"),
});
const Marks = z.object({
  ok: z.literal(true),
  instance: z.string(),
  marks: z.partialRecord(z.enum(RECORD_KINDS), Mark),
  gaps: z.partialRecord(z.enum(SEQUENCE_KINDS), z.array(z.number())).describe(
    "Numbers below the marks that are missed: each is to be submitted once more, with x-fed-since one below it",
  ),
});

export function pushRoutes(federation: Federation) {
  const { spokes: { hub }, options: { db, world } } = federation;
  return [
    route("POST /federation/submit", {
      gate: cborOnly(submitSecret(), pushFailure.not_cbor),
      spec: SPEC,
      summary:
        "A spoke pushes a page of its own records; x-fed-since names where it begins, x-fed-rotations how its key changed",
      limit: submits,
      raw: "application/cbor",
      maxBytes: MAX_PAGE_BYTES,
      reply: Submitted,
      errors: [...Object.values(pushFailure), fedFailure.clock_unset, fedFailure.registry_broken],
      handle: ({ body: _raw, incoming }) =>
        takeSubmission(hub, {
          bytes: incoming.bytes,
          headers: {
            since: incoming.header("x-fed-since"),
            rotations: incoming.header("x-fed-rotations"),
          },
          isSigned: (instance, keys) => isSpokeSigned(incoming, { instance, keys, now: world.now() }),
        }),
    }),
    route("GET /federation/submit/marks", {
      gate: submitSigned(),
      spec: SPEC,
      summary: "How far this hub holds the spoke that asks, and what it misses below",
      limit: submits,
      reply: Marks,
      handle: async ({ who: { instance } }) => ({
        ok: true,
        instance,
        ...await db.write((tx) => tellMarks(tx, hub, instance)),
      }),
    }),
  ];
}
