/** Server-rendered pages that work without scripts: home, imprint, privacy. */
import { html, nameOf, open, page, type Route, route } from "../http/mod.ts";
import {
  instanceId,
  MODERATION_RETENTION_DAYS,
  OPERATOR_ADDRESS,
  OPERATOR_EMAIL,
  OPERATOR_NAME,
  RETENTION,
  serviceCall,
  SESSION_TTL_DAYS,
  type Settings,
} from "../settings/mod.ts";

const SPEC = 'API "Live and misc"';

export interface PageParts {
  settings: Settings;
  /** Whether members can get sign-in links by mail. */
  mail: boolean;
}

export function pageRoutes({ settings, mail }: PageParts): Route[] {
  const instance = instanceId(settings);
  return [
    route("GET /", {
      gate: open("the front door"),
      spec: SPEC,
      summary: "Home page",
      produces: "text/html",
      handle: ({ who }) => {
        const call = who.session?.call;
        return page({
          title: nameOf(instance),
          instance,
          body: html`
            <p>A caching game over amateur radio: members hide caches, others find them, and a find counts as
            <em>radio-verified</em> when a trusted receiving station heard the finder there. This instance also keeps a live map of
            stations and a packet mailbox, and shares its caches with other instances.</p>
            ${call
              ? html`<p>Signed in as <strong>${call}</strong>. <a href="/sign-in">Your account</a></p>`
              : html`<h2>Sign in</h2>
<p><a href="/sign-in">With a passkey</a>${
                mail ? html`, <a href="/sign-in">by a link sent to your mail address</a>,` : ""
              } or with a link that the operator makes for you:
<code>main.ts operator-link YOURCALL</code> at this host.</p>`}
            <h2>On the air</h2>
            <p>Service call: <strong>${serviceCall(settings)}</strong></p>
            <h2>For programs</h2>
            <ul>
              <li><a href="/api/v1">Index of the public read API</a></li>
              <li><a href="/api/docs">API reference</a> (<a href="/api/v1/openapi.json">OpenAPI 3.1</a>)</li>
              <li><a href="/health">Health</a></li>
              <li><a href="/.well-known/source">Running source</a></li>
            </ul>
          `,
        });
      },
    }),
    route("GET /imprint", {
      gate: open("a legal page"),
      spec: SPEC,
      summary: "Imprint",
      produces: "text/html",
      handle: () => {
        const rows = [
          ["Operator", settings.get(OPERATOR_NAME)],
          ["Address", settings.get(OPERATOR_ADDRESS)],
          ["Mail", settings.get(OPERATOR_EMAIL)],
        ].filter(([, value]) => value !== undefined);
        return page({
          title: "Imprint",
          instance,
          body: rows.length === 0
            ? html`<p>The operator of this instance has not named themselves yet.</p>`
            : html`<dl>${
              rows.map(([name, value]) =>
                html`
                  <dt>${name}</dt>
                  <dd style="white-space:pre-line">${value}</dd>
                `
              )
            }</dl>`,
        });
      },
    }),
    route("GET /privacy", {
      gate: open("a legal page"),
      spec: SPEC,
      summary: "Privacy notice",
      produces: "text/html",
      handle: () => {
        const kept = settings.get(RETENTION);
        return page({
          title: "Privacy",
          instance,
          body: html`
            <p>Responsible: ${settings.get(OPERATOR_NAME) ?? "the operator"}${settings.get(OPERATOR_EMAIL)
              ? html`
                (${settings.get(OPERATOR_EMAIL)})
              `
              : ""}.</p>
            <h2>What is kept, and for how long</h2>
            <table>
              <tr>
                <th>What</th>
                <th>How long</th>
              </tr>
              <tr>
                <td>Positions heard on the air</td>
                <td>7 days</td>
              </tr>
              <tr>
                <td>Raw packets</td>
                <td>${kept.packetsHours} hours</td>
              </tr>
              <tr>
                <td>Messages heard on the air</td>
                <td>${kept.messagesDays} days</td>
              </tr>
              <tr>
                <td>Sensor values</td>
                <td>${kept.sensorDays} days</td>
              </tr>
              <tr>
                <td>Alerts for members</td>
                <td>${kept.alertsDays} days</td>
              </tr>
              <tr>
                <td>Reports and what operators decided</td>
                <td>${settings.get(MODERATION_RETENTION_DAYS)} days</td>
              </tr>
              <tr>
                <td>Sign-in cookie</td>
                <td>${settings.get(SESSION_TTL_DAYS)} days</td>
              </tr>
              <tr>
                <td>Accounts, caches and finds</td>
                <td>until you erase them</td>
              </tr>
            </table>
            <h2>What others see</h2>
            <p>What is sent over amateur radio is open to everybody who listens. Caches and finds that their owners share are mirrored by
            other instances. Your mail address and passkeys stay here.</p>
            <h2>Your rights</h2>
            <p>You can export and erase your data at any time; the operator helps where you cannot sign in. No page here sets a cookie but
            the one that keeps you signed in, and none loads anything from elsewhere.</p>
          `,
        });
      },
    }),
  ];
}
