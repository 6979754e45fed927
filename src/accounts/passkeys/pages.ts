/** Small pages for people: sign in, one's passkeys, one's data. Everything but passkeys works without scripts. */
import {
  type Html,
  html,
  type Incoming,
  open,
  page,
  type Route,
  route,
  SHARED,
  text,
} from "../../http/mod.ts";
import { instanceId } from "../../settings/mod.ts";
import script from "./page/passkeys.bundle.txt" with { type: "text" };
import type { People } from "../people.ts";

const SPEC = 'API "Accounts, identity, verification"';

/** Browsers have passkeys on https, and on http at localhost alone (W3C Secure Contexts 3.1). */
const canHavePasskeys = (address: string): boolean =>
  /^https:|^http:\/\/(localhost|[a-z0-9-]+\.localhost)(:\d+)?$/i.test(address);

export function signInPages({ accounts, sessions, signIn, links, mail, settings }: People): Route[] {
  const instance = instanceId(settings);

  /** How to get in where this address can have no passkeys. */
  const withoutPasskeys = (): Html =>
    html`
      <p>Passkeys need https, or the name localhost; this page came over plain http. Sign in with a link instead.</p>
      <h2>By a link from the operator</h2>
      <p>${links.forAnyCall ? "Ask the operator of this instance" : "An operator gets one at the shell"}:
        <code>service-gateway operator-link YOURCALL</code> prints it. It works once, for 15 minutes.</p>
    `;

  const withPasskeys = (): Html =>
    html`
      <form>
        <label for="callsign">Callsign</label>
        <input id="callsign" name="callsign" autocomplete="username webauthn" autocapitalize="characters"
          maxlength="9" spellcheck="false">
        <p><button id="sign-in">Sign in with a passkey</button></p>
        <h2>New here?</h2>
        <label for="email">Mail address (optional, to get back in without a passkey)</label>
        <input id="email" name="email" type="email" autocomplete="email">
        <p><button id="register">Sign up with a passkey</button></p>
      </form>
      <p id="outcome" role="status"></p>
    `;

  const welcome = (incoming: Incoming): Html =>
    html`
      ${canHavePasskeys(incoming.address) ? withPasskeys() : withoutPasskeys()}
      ${mail.closed === undefined
        ? html`
          <h2>By mail</h2>
          <form method="post" action="/auth/email/start">
            <label for="to">Mail address</label>
            <input id="to" name="email" type="email" autocomplete="email" required>
            <label for="as">Callsign (if your account has none yet)</label>
            <input id="as" name="callsign" maxlength="9" autocapitalize="characters" spellcheck="false">
            <p><button>Mail me a sign-in link</button></p>
          </form>
        `
        : ""}
    `;

  const known = (account: number, call: string, incoming: Incoming): Html => {
    const passkeys = canHavePasskeys(incoming.address);
    const { email, pendingEmail } = accounts.store.account({ id: account })!;
    return html`
      <p>Signed in as <strong id="who">${call}</strong>${accounts.isVerified(call)
        ? ""
        : ", not verified yet"}.</p>
      <dl>
        <dt>Mail address</dt>
        <dd>${email ?? "none"}${pendingEmail ? `, ${pendingEmail} waits` : ""}</dd>
      </dl>
      <h2>Passkeys</h2>
      <ul id="passkeys">${signIn.store.rows(account).map((key) =>
        html`
          <li>added ${new Date(key.addedAt * 1000).toISOString().slice(0, 10)}
            <button type="button" data-remove="${key.id}">Remove</button></li>
        `
      )}</ul>
      <input id="callsign" type="hidden" value="${call}">
      <p>${passkeys
        ? html`
          <button id="register">Add a passkey</button> <button id="sign-in">Sign in again</button>
        `
        : html`
          Passkeys need https, or the name localhost: none can be added here.
        `}<button id="sign-out">Sign out</button></p>
      <p id="outcome" role="status"></p>
      <p><a href="/auth/data">Your data</a></p>
    `;
  };

  return [
    route("GET /sign-in", {
      gate: open("where people sign in"),
      spec: SPEC,
      summary: "Page to sign in, sign up and manage passkeys",
      produces: "text/html",
      handle: ({ who, incoming }) =>
        page({
          title: who.session?.call ? "Your account" : "Sign in",
          instance,
          head: html`<script src="/assets/passkeys.js" type="module"></script>`,
          body: who.session?.scope === "full"
            ? known(who.session.account, who.session.call!, incoming)
            : welcome(incoming),
        }),
    }),
    route("GET /assets/passkeys.js", {
      gate: open("a static script"),
      spec: SPEC,
      summary: "Script of the sign-in page",
      share: SHARED.slow,
      produces: "text/javascript",
      handle: () => text(script, "text/javascript"),
    }),
    route("GET /auth/data", {
      gate: open("explains itself to whoever is not signed in"),
      spec: SPEC,
      summary: "Page to download or erase one's data",
      produces: "text/html",
      handle: ({ who }) =>
        page({
          title: "Your data",
          instance,
          body: who.session
            ? html`
              <p>Everything that <strong>${instance}</strong> keeps of ${who.session.call ??
                "your account"}.</p>
              <form method="post" action="/api/account/me/export"><button>Download as JSON</button></form>
              <h2>Erase</h2>
              <p>This cannot be undone: your calls become free, your finds and caches lose your name.</p>
              ${sessions.isFresh(who.session)
                ? html`<form method="post" action="/api/account/me/delete"><button>Erase everything …</button></form>`
                : html`<p>To erase, <a href="/sign-in">sign in again</a> first: your sign-in is older than 15 minutes.</p>`}
            `
            : html`<p>Sign in first: <a href="/sign-in">sign in</a>.</p>`,
        }),
    }),
  ];
}
