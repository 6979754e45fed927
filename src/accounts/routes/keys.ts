/** Device keys and keys of the read API (API "Accounts, identity, verification", "API key management"). */
import { z } from "#schemas";
import { isCall, normalCall } from "../../base/mod.ts";
import { type Limit, open, route, session, sysopOrOperator } from "../../http/mod.ts";
import { plain } from "../cards/profile.ts";
import type { People } from "../people.ts";
import { Callsign, SPEC } from "../shapes.ts";
import { accountFailure } from "../errors.ts";

const API_KEYS = 'API "API key management"';
const ApiKeyView = z.object({
  id: z.number(),
  name: z.string(),
  prefix: z.string(),
  createdAt: z.number().describe("When the key was made, in unix seconds"),
  lastUsedAt: z.number().nullable().describe("When the key was used last, in unix seconds; null: never yet"),
});
const KEY_ID = { id: "Number of the API key, as `GET /api/keys` lists it" };
/** Keys made, 10 an hour (API "API key management"). What is refused makes none, so it does not count. */
const CREATIONS: Limit<never> = { name: "api-keys", points: 10, seconds: 3600 };
const idOf = (text: string): number => /^\d{1,15}$/.test(text) ? Number(text) : -1;

export function keyRoutes({ keys, apiKeys, accounts, sessions, audit, db, limits, seenIn, world }: People) {
  return [
    route("POST /keys/register", {
      gate: session(),
      spec: SPEC,
      summary: "Register a device key for a call that the account holds",
      limit: { name: "device-keys", points: 30, seconds: 3600, per: ({ who }) => String(who.account) },
      body: z.object({
        callsign: Callsign,
        publicKey: z.string().max(64).describe("The 32 bytes of an Ed25519 public key, in base64url"),
        label: plain(64).default(""),
      }),
      reply: z.object({
        ok: z.literal(true),
        callsign: z.string(),
        publicKey: z.string(),
        verified: z.boolean().describe("Whether control of the call is verified"),
      }),
      errors: [
        accountFailure.not_held,
        accountFailure.invalid_key,
        accountFailure.key_taken,
        accountFailure.too_many_keys,
      ],
      handle: async ({ who, body }) => {
        const row = await db.write((tx) =>
          keys.register(tx, who.account, body.callsign, body.publicKey, {
            label: body.label,
            fresh: sessions.isFresh(who),
            signedInAt: who.issuedAt,
            session: who.id,
          })
        );
        return {
          ok: true,
          callsign: row.call,
          publicKey: row.key,
          verified: accounts.isVerified(row.base),
        };
      },
    }),
    route("GET /keys/:call", {
      params: { call: "A base call for all its keys, or one SSID for its own" },
      gate: open("public keys are public"),
      spec: SPEC,
      summary: "A call's device keys",
      reply: z.object({
        callsign: z.string(),
        keys: z.array(
          z.object({
            publicKey: z.string(),
            label: z.string(),
            verified: z.boolean(),
            createdAt: z.number().describe("When the key was made, in unix seconds"),
          }),
        ),
      }),
      handle: ({ params }) => {
        const call = normalCall(params.call);
        const rows = isCall(call) ? keys.list(call) : [];
        return {
          callsign: call,
          keys: rows.map((row) => ({
            publicKey: row.key,
            label: row.label,
            verified: accounts.isVerified(row.base),
            createdAt: row.addedAt,
          })),
        };
      },
    }),
    route("GET /api/my/devices", {
      gate: session(),
      spec: SPEC,
      summary:
        "One's own devices by their keys, with the names that one gave them and when each was used last",
      reply: z.object({
        devices: z.array(
          z.object({
            publicKey: z.string(),
            callsign: z.string(),
            label: z.string().describe("What the device says of itself"),
            name: z.string().describe("How its person calls it; empty: not at all"),
            createdAt: z.number().describe("When the key was made, in unix seconds"),
            usedAt: z.number().nullable().describe(
              "When the session on it asked for something last, in unix seconds, to a quarter of an hour; null: not known",
            ),
            here: z.boolean().describe("Whether it is the device that asks"),
          }),
        ),
      }),
      handle: ({ who }) => ({
        devices: keys.store.ofAccount({ account: who.account }).map((row) => ({
          publicKey: row.key,
          callsign: row.call,
          label: row.label,
          name: row.name,
          createdAt: row.addedAt,
          usedAt: row.session === null ? row.usedAt : seenIn(row.session) ?? row.usedAt,
          here: row.session === who.id,
        })),
      }),
    }),
    route("PATCH /keys/:key", {
      params: { key: "Public key of one's own device, base64url" },
      gate: session(),
      spec: SPEC,
      summary: "Call one's own device by a name; nobody else sees it",
      body: z.object({ name: plain(40) }),
      reply: z.object({ ok: z.literal(true) }),
      errors: [accountFailure.key_missing],
      handle: async ({ who, params, body }) => {
        await db.write((tx) => keys.rename(tx, who.account, params.key, body.name));
        return { ok: true };
      },
    }),
    route("DELETE /keys/:key", {
      params: { key: "Public key of one's own device, base64url" },
      gate: session(),
      spec: SPEC,
      summary: "Remove a device key: what it signs from now on proves nothing",
      reply: z.object({ removed: z.literal(true) }),
      errors: [accountFailure.key_missing],
      handle: async ({ who, params }) => {
        await db.write((tx) => keys.remove(tx, who.account, params.key));
        return { removed: true };
      },
    }),
    route("GET /api/keys", {
      gate: session(),
      spec: API_KEYS,
      summary: "The account's keys of the read API, and its cap",
      reply: z.object({ keys: z.array(ApiKeyView), cap: z.number() }),
      handle: ({ who }) => ({ keys: apiKeys.of(who.account), cap: apiKeys.cap }),
    }),
    route("POST /api/keys", {
      gate: session(),
      spec: API_KEYS,
      summary: "Make a key; shown in full this once. It ends with the session in which it was made",
      body: z.object({ name: plain(60).pipe(z.string().min(1)) }),
      status: 201,
      reply: ApiKeyView.extend({ key: z.string() }),
      errors: [accountFailure.api_keys_at_cap],
      handle: ({ who, body }) =>
        db.write((tx) => {
          const made = apiKeys.create(tx, who, body.name);
          limits.use(CREATIONS, String(who.account));
          return made;
        }),
    }),
    route("DELETE /api/keys/:id", {
      params: KEY_ID,
      gate: session(),
      spec: API_KEYS,
      summary: "Revoke one's own key",
      reply: z.object({ revoked: z.literal(true) }),
      errors: [accountFailure.api_key_missing],
      handle: async ({ who, params }) => {
        await db.write((tx) => apiKeys.revoke(tx, idOf(params.id), who.account));
        return { revoked: true };
      },
    }),
    route("GET /api/admin/api-keys", {
      gate: sysopOrOperator(),
      spec: API_KEYS,
      summary: "Every key, with its owner",
      reply: z.object({
        keys: z.array(
          ApiKeyView.extend({
            owner: z.string().nullable(),
            suspended: z.boolean().describe("Whether it opens nothing now, because its owner is suspended"),
          }),
        ),
        cap: z.number(),
      }),
      handle: () => ({ keys: apiKeys.all(), cap: apiKeys.cap }),
    }),
    route("DELETE /api/admin/api-keys/:id", {
      params: KEY_ID,
      gate: sysopOrOperator({ anyAge: "taking a key away opens nothing" }),
      spec: API_KEYS,
      summary: "Revoke the API key of any account",
      reply: z.object({ revoked: z.literal(true) }),
      errors: [accountFailure.api_key_missing],
      handle: async ({ who, params }) => {
        await db.write((tx) => {
          const id = idOf(params.id);
          const view = apiKeys.view(id);
          apiKeys.revoke(tx, id);
          audit.note(tx, world.now(), {
            actor: who.actor,
            action: "revoke",
            kind: "api-key",
            targetId: String(id),
            label: view?.prefix ?? "",
            reason: "",
          });
        });
        return { revoked: true };
      },
    }),
  ];
}
