/** The JSON browse feeds: public, unsigned, for people and tools that look, not for mirrors. */
import { z } from "#schemas";
import { type Limit, open, route } from "../../http/mod.ts";
import type { RecordKind } from "../../wire/mod.ts";
import { browse } from "../serve/browse.ts";
import type { Federation } from "../federation.ts";
import { readLimit, readSince } from "../serve/ask.ts";

const SPEC = 'FED "Endpoints"';
const limit: Limit = { name: "federation-browse", points: 600, seconds: 60 };
const Feed = z.object({
  instance: z.string(),
  type: z.string(),
  since: z.number(),
  nextCursor: z.number(),
  nextId: z.string().optional(),
  count: z.number(),
  complete: z.boolean(),
  items: z.array(z.object({
    type: z.string(),
    id: z.string().describe("Global id of the record, the same on every instance"),
    cursor: z.number(),
    data: z.record(z.string(), z.unknown()).describe(
      "Body of the record, with degrees and metres in place of the record's scaled whole numbers",
    ),
    signer: z.string().nullable(),
  })),
});

export function browseRoutes(federation: Federation) {
  const feed = <const S extends `GET /${string}`>(signature: S, kind: RecordKind, summary: string) =>
    route(signature, {
      gate: open("published records are public"),
      spec: SPEC,
      summary,
      limit,
      query: z.object({
        since: z.string().optional().describe("Number after which to read; for bulletins a time"),
        limit: z.string().optional().describe("Records of a page: 1 to 1000, 200 by default"),
        sinceId: z.string().optional().describe("Bulletins: strictly after this local id within the second"),
      }),
      reply: Feed,
      handle: ({ query: { since, limit, sinceId } }) =>
        browse(
          federation,
          kind,
          readSince(since),
          readLimit(limit),
          sinceId === undefined ? undefined : readSince(sinceId),
        ),
    });
  return [
    feed("GET /federation/caches", "cache", "This instance's own caches, as published to others"),
    feed("GET /federation/finds", "find", "This instance's own finds, as published to others"),
    feed("GET /federation/bulletins", "bulletin", "This instance's own bulletins that have not run out"),
    feed("GET /federation/keys", "key", "Public keys of this instance's own callsigns"),
    feed(
      "GET /federation/tombstones",
      "tombstone",
      "Records of this instance's own that were deleted, as tombstones",
    ),
    feed(
      "GET /federation/account-moves",
      "account-move",
      "Accounts that moved to this instance from another",
    ),
    route("GET /federation/registry", {
      gate: open("the registry is public"),
      spec: SPEC,
      summary: "The signed registry as this instance sees it, and its own entry",
      limit,
      reply: z.object({
        self: z.object({ instance: z.string(), key: z.string().nullable(), addresses: z.array(z.unknown()) }),
        entries: z.array(z.looseObject({
          instance: z.string(),
          key: z.string().optional(),
          operator: z.string().optional(),
          url: z.string().optional(),
          aprsCall: z.string().optional(),
          addresses: z.unknown().optional(),
        })).describe("As the authority signed them"),
        verified: z.boolean(),
        error: z.string().optional(),
      }),
      handle: () => {
        const { registry, identity } = federation;
        return {
          self: {
            instance: identity.instance,
            key: identity.key?.publicKey ?? null,
            addresses: federation.own.endpoints(),
          },
          entries: registry.entries().map((entry) => ({ ...entry })),
          verified: registry.isConfigured && registry.error === undefined,
          ...(registry.error === undefined ? {} : { error: registry.error }),
        };
      },
    }),
  ];
}
