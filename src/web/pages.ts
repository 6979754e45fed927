/** Server-rendered pages that work without scripts: imprint, privacy. */
import { html, open, page, type Route, route } from "../http/mod.ts";
import {
  instanceId,
  MODERATION_RETENTION_DAYS,
  OPERATOR_ADDRESS,
  OPERATOR_EMAIL,
  OPERATOR_NAME,
  RETENTION,
  SESSION_TTL_DAYS,
  type Settings,
} from "../settings/mod.ts";

const SPEC = 'API "Live and misc"';

export function pageRoutes(settings: Settings): Route[] {
  const instance = instanceId(settings);
  return [
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
