/** The card, preferences and mail digest of a person (API "Live and misc", "Accounts, identity, verification"). */
import { z } from "#schemas";
import { html, JSON_OR_PAGE, page, route, session, unsubscribeToken, wantsPage } from "../../http/mod.ts";
import { instanceId } from "../../settings/mod.ts";
import { Prefs } from "../cards/cards.ts";
import type { People } from "../people.ts";
import { NewProfile, ProfileReply } from "../cards/profile.ts";
import { PAGE_WORDS } from "../page_words.ts";
import { SPEC } from "../shapes.ts";
import { accountFailure } from "../errors.ts";

const MISC = 'API "Live and misc"';

const Notify = z.object({ digest: z.boolean(), hasEmail: z.boolean(), pushConfigured: z.boolean() });
const Token = z.object({ token: z.string().max(200).describe("Token of the mail's unsubscribe link") });

export function cardRoutes({ cards, accounts, ports, db, settings }: People) {
  const instance = instanceId(settings);
  const notify = (account: number) => ({
    digest: cards.digest(account),
    hasEmail: accounts.store.account({ id: account })!.email !== null,
    pushConfigured: ports.pushConfigured(),
  });

  return [
    route("GET /api/my/profile", {
      gate: session(),
      spec: 'API "Stations, mesh, messages, weather, tools"',
      summary: "One's own card, hidden fields included",
      reply: ProfileReply.extend({ callsign: z.string() }),
      handle: ({ who }) => ({ callsign: who.call, ...cards.profile(who.account) }),
    }),
    route("POST /auth/profile", {
      gate: session(),
      spec: SPEC,
      summary: "Save the whole card; others see it only while profilePublic is on",
      body: NewProfile,
      reply: ProfileReply.extend({ ok: z.literal(true), callsign: z.string() }),
      handle: async ({ who, body }) => {
        await db.write((tx) => cards.saveProfile(tx, who.account, body));
        return { ok: true, callsign: who.call, ...cards.profile(who.account) };
      },
    }),
    route("GET /api/prefs", {
      gate: session(),
      spec: MISC,
      summary: "Preferences of the web app",
      reply: z.object({ prefs: Prefs }),
      handle: ({ who }) => ({ prefs: cards.prefs(who.account) }),
    }),
    route("PUT /api/prefs", {
      gate: session(),
      spec: MISC,
      summary: "Replace all preferences of the web app at once",
      body: z.object({ prefs: Prefs }),
      reply: z.object({ prefs: Prefs }),
      errors: [accountFailure.prefs_too_large],
      handle: async ({ who, body }) => {
        await db.write((tx) => cards.savePrefs(tx, who.account, body.prefs));
        return { prefs: cards.prefs(who.account) };
      },
    }),
    route("GET /api/notify/prefs", {
      gate: session(),
      spec: MISC,
      summary: "Whether the mail digest is on",
      reply: Notify,
      handle: ({ who }) => notify(who.account),
    }),
    route("PUT /api/notify/prefs", {
      gate: session(),
      spec: MISC,
      summary: "Turn the mail digest on or off",
      body: z.object({ digest: z.boolean() }),
      reply: Notify,
      handle: async ({ who, body }) => {
        await db.write((tx) => cards.setDigest(tx, who.account, body.digest));
        return notify(who.account);
      },
    }),
    route("GET /api/notify/unsubscribe", {
      gate: unsubscribeToken(),
      spec: MISC,
      summary: "Page that asks to confirm; changes nothing",
      query: Token,
      reply: z.object({ confirm: z.literal(true) }),
      produces: JSON_OR_PAGE,
      handle: ({ query, incoming, who }) => {
        if (!wantsPage(incoming)) return { confirm: true };
        const lang = cards.langFor(who.account, incoming), words = PAGE_WORDS[lang];
        return page({
          title: words.unsubscribe,
          instance,
          lang,
          body: html`
            <p>${words.unsubscribeAsk.replace("{instance}", instance)}</p>
            <form method="post" action="/api/notify/unsubscribe?token=${query.token}">
              <button>${words.unsubscribe}</button>
            </form>
          `,
        });
      },
    }),
    route("POST /api/notify/unsubscribe", {
      gate: unsubscribeToken(),
      spec: MISC,
      summary: "Turn the digest off; also a mail client's one-click request (RFC 8058)",
      query: Token,
      reply: z.object({ ok: z.literal(true), digest: z.literal(false) }),
      handle: async ({ who, incoming }) => {
        await db.write((tx) => {
          if (accounts.store.account({ id: who.account })) cards.setDigest(tx, who.account, false);
        });
        if (!wantsPage(incoming)) return { ok: true, digest: false };
        const lang = cards.langFor(who.account, incoming), words = PAGE_WORDS[lang];
        return page({
          title: words.unsubscribed,
          instance,
          lang,
          body: html`<p>${words.unsubscribedWhat}</p>`,
        });
      },
    }),
  ];
}
