/** Export, erasure and moving (API "Accounts, identity, verification", `/api/account/*`). */
import { z } from "#schemas";
import { normalCall } from "../../base/mod.ts";
import {
  FRESH_S,
  type Gate,
  gateFailure,
  html,
  isForm,
  json,
  JSON_OR_PAGE,
  jsonBody,
  type Lang,
  needFresh,
  page,
  route,
  type SessionWho,
  signedBody,
  type SignedWho,
  streamed,
  UNKNOWN_SENDER_BYTES,
} from "../../http/mod.ts";
import { instanceId } from "../../settings/mod.ts";
import { accountFailure } from "../errors.ts";
import { Bundle } from "../portability/portability.ts";
import type { People } from "../people.ts";
import { CALL_REFUSALS, SPEC } from "../shapes.ts";
import { PAGE_WORDS } from "../page_words.ts";

const OWN_CALL = { call: "A callsign that the account holds, or `me`" };
/** What an account without a call types to be erased. */
const NO_CALL = "ERASE";
const Assertion = z.object({
  key: z.string().max(64).describe("Device key: raw Ed25519, base64url"),
  sig: z.string().max(128).describe("Signature over svc-act/1, base64url"),
  at: z.number().int().describe("Unix seconds; within 300 s of now"),
});
/** A signature travels beside the body's own members; a session needs none. */
const Signed = Assertion.partial();

export function portabilityRoutes(people: People) {
  const { cards, portability, accounts, keys, sessions, nonces, db, world } = people;
  /** The account, if it may more than export and erase: a data session and a suspended person may not. */
  const withCall = (who: SignedWho | SessionWho): number => {
    if (who.kind === "session" && who.scope === "data") throw accountFailure.needs_callsign();
    accounts.refuseSuspended(who.account);
    return who.account;
  };

  /** Throws unless the person signed in lately, or did when the key that signs was registered. */
  const requireFresh = (who: SignedWho | SessionWho): void => {
    if (who.kind === "session") return needFresh(who, world);
    // A suspended person has no sign-in to show, and erasure stays open to them.
    if (!keys.mayErase(who.key) && !accounts.suspension(who.account)) throw gateFailure.fresh_sign_in();
  };

  /**
   * Throws where a signature alone asks for what leads a person away or fetches all that is kept of them, and nobody
   * signed in lately to vouch for its key: a phone that was lost must not do it. Suspended people have no sign-in to
   * show, and what is kept of them stays theirs.
   */
  const requireVouched = (who: SignedWho | SessionWho): void => {
    if (who.kind === "session" || accounts.suspension(who.account)) return;
    if (!sessions.isFresh({ issuedAt: keys.vouchedAt(who.key) })) throw gateFailure.fresh_sign_in();
  };

  const instance = instanceId(people.settings);
  /** Asks whether everything shall really go; `word` is to be typed. */
  const question = (word: string, lang: Lang) => {
    const words = PAGE_WORDS[lang];
    return page({
      title: words.eraseAsk,
      instance,
      lang,
      body: html`
        <p>${words.eraseAskWhat}</p>
        <form method="post" action="/api/account/me/delete">
          <label for="confirm">${words.eraseType.replace("{word}", word)}</label>
          <input id="confirm" name="confirm" autocomplete="off" autocapitalize="characters" spellcheck="false"
            required>
          <p><button>${words.eraseAll}</button></p>
        </form>
        <p><a href="/auth/data">${words.keep}</a></p>
      `,
    });
  };

  /** A signature by a key of the bundle itself: nothing of it is registered here yet. */
  const bundleSigned: Gate<z.output<typeof Assertion>> = {
    label: "signedbody",
    security: ["signedBody"],
    inBody: true,
    needsBody: () => UNKNOWN_SENDER_BYTES,
    present: (incoming) => jsonBody(incoming)?.bundle !== undefined,
    check(incoming) {
      const body = jsonBody(incoming);
      if (body?.bundle === undefined) throw gateFailure.no_credential();
      const bundle = Bundle.safeParse(body.bundle);
      const assertion = Assertion.safeParse(body.assertion ?? body);
      if (!bundle.success || !assertion.success) throw gateFailure.bad_signature();
      portability.checkAssertion(bundle.data, assertion.data);
      return assertion.data;
    },
  };

  return [
    route("POST /api/account/:call/export", {
      params: OWN_CALL,
      gate: signedBody(),
      exports: true,
      spec: SPEC,
      summary: "Everything that is kept of a person, as one JSON document",
      body: Signed,
      form: true,
      reply: z.looseObject({
        instance: z.string(),
        exportedAt: z.number().describe("When the bundle was made, in unix seconds"),
      })
        .describe("One list for each kind of thing that is kept"),
      handle: ({ who }) => {
        requireVouched(who);
        const call = accounts.store.account({ id: who.account })!.activeCall ?? "account";
        return streamed(portability.exportText(who.account), "application/json", {
          "content-disposition": `attachment; filename="${call}-export.json"`,
          "cache-control": "no-store",
        });
      },
    }),
    route("POST /api/account/:call/delete", {
      params: OWN_CALL,
      gate: signedBody(),
      cookie: true,
      spec: SPEC,
      summary: "Erase a person; ends all sessions and frees their calls",
      body: Signed.extend({
        confirm: z.string().max(40).optional().describe("Asked of a page's form only: the call, typed"),
      }),
      form: true,
      produces: JSON_OR_PAGE,
      reply: z.object({ ok: z.literal(true), erased: z.string(), callsigns: z.array(z.string()) }),
      handle: async ({ who, params, body, incoming }) => {
        requireFresh(who);
        const word = accounts.store.account({ id: who.account })!.activeCall ?? NO_CALL;
        // A page asks for confirmation, so that one wrong tap erases nobody. Programs ask their users themselves.
        const lang = cards.langFor(who.account, incoming), words = PAGE_WORDS[lang];
        if (isForm(incoming) && normalCall(body.confirm ?? "") !== word) return question(word, lang);
        const erased = await db.write((tx) => portability.erase(tx, who.account));
        if (isForm(incoming)) {
          return page({
            title: words.erased,
            instance,
            lang,
            headers: { "set-cookie": sessions.goodbye(incoming) },
            body: html`<p>${words.erasedWhat}</p>`,
          });
        }
        return json({ ok: true, erased: erased[0] ?? params.call, callsigns: erased }, 200, {
          "set-cookie": sessions.goodbye(incoming),
        });
      },
    }),
    route("POST /api/account/:call/bundle", {
      params: OWN_CALL,
      gate: signedBody(),
      spec: SPEC,
      summary: "What another instance needs to open the account there",
      body: Signed,
      reply: z.object({ bundle: Bundle.extend({ keys: z.array(z.looseObject({ publicKey: z.string() })) }) }),
      errors: [accountFailure.needs_callsign, accountFailure.suspended],
      handle: ({ who }) => {
        requireVouched(who);
        return { bundle: portability.bundle(withCall(who)) };
      },
    }),
    route("POST /api/account/:call/move", {
      params: OWN_CALL,
      gate: signedBody(),
      spec: SPEC,
      summary: "Note that the person lives on another instance now",
      body: Signed.extend({ target: z.string().trim().toLowerCase().max(253) }),
      reply: z.object({ ok: z.boolean(), callsign: z.string(), movedTo: z.string() }),
      errors: [
        accountFailure.invalid_target,
        accountFailure.needs_callsign,
        accountFailure.suspended,
      ],
      handle: async ({ who, body }) => {
        requireVouched(who);
        const account = withCall(who);
        return { ok: true, ...await db.write((tx) => portability.move(tx, account, body.target)) };
      },
    }),
    route("POST /api/account/import", {
      gate: bundleSigned,
      cookie: true,
      spec: SPEC,
      summary: "Open an account from another instance's bundle; it and its keys arrive unverified",
      limit: { name: "account-import", points: 5, seconds: 3600 },
      body: z.object({ bundle: Bundle, assertion: Assertion.optional(), ...Signed.shape }),
      reply: z.object({
        ok: z.literal(true),
        callsign: z.string(),
        importedKeys: z.number(),
        from: z.string().describe("Instance that the account came from"),
      }),
      errors: [
        accountFailure.key_not_in_bundle,
        accountFailure.bad_signature,
        accountFailure.invalid_target,
        accountFailure.invalid_key,
        accountFailure.key_taken,
        accountFailure.invitation_needed,
        ...CALL_REFUSALS,
      ],
      handle: async ({ who: assertion, body, incoming }) => {
        if (!await nonces.spend("account-action", assertion.sig, world.now() + 2 * FRESH_S)) {
          throw accountFailure.bad_signature();
        }
        const { accountId, ...answer } = await db.write((tx) =>
          portability.import(tx, body.bundle, assertion)
        );
        // A fresh account has no other way to sign in than the signature just shown. Its session may do no more
        // than that of a sign-up.
        const account = accounts.store.account({ id: accountId })!;
        const cookie: Record<string, string> = sessions.open
          ? { "set-cookie": sessions.cookie(account, "full", incoming) }
          : {};
        return json({ ok: true, ...answer }, 200, cookie);
      },
    }),
  ];
}
