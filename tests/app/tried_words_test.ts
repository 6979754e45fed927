/** Words that operators try in the palette, and where each has to lead: without such a list nobody sees what is not found. */
import assert from "node:assert/strict";
import { houseOf } from "../../src/client/admin/find/house.ts";
import { matches } from "../../src/client/admin/settings/settings.ts";
import { grouped, type Hit } from "../../src/client/palette/hit.ts";
import { actHits, pageHits } from "../../src/client/palette/own_hits.ts";
import type { App } from "../../src/client/phone/app.ts";
import { appTest, type TestApp } from "../kit/app.ts";

/** A word, and a part of the address to which a hit among the first five has to lead; a setting by its key. */
const TRIED: Readonly<Record<string, string>> = {
  "email server": "SMTP_URL",
  "smtp": "SMTP_URL",
  "sender": "MAIL_FROM",
  "test mail": "act:testMail",
  "color": "CLUB_COLOUR",
  "theme": "CLUB_COLOUR",
  "dark": "page:me ",
  "dark mode": "CLUB_COLOUR",
  "logo": "act:logo",
  "club name": "CLUB_NAME",
  "welcome text": "CLUB_TEXT",
  "imprint": "OPERATOR_",
  "upload size": "MEDIA_QUOTA_MB",
  "photo size": "MEDIA_QUOTA_MB",
  "quota": "MEDIA_QUOTA_MB",
  "44net": "AMPR_ZONE",
  "hamnet": "AMPR_ZONE",
  "home assistant": "MQTT_URL",
  "mqtt": "MQTT_URL",
  "wall": "act:wall",
  "television": "/admin",
  "poster": "act:poster",
  "invite": "act:invite",
  "invitation": "act:invite",
  "logs": "/admin/ground",
  "errors": "/admin/ground",
  "clock": "/admin/ground",
  "ntp": "/admin/ground",
  "time zone": "/admin/ground",
  "disk": "/admin/ground",
  "version": "/admin/ground",
  "update": "/admin/ground",
  "upgrade": "UPDATE_CHECK",
  "reboot": "act:restart",
  "restart": "act:restart",
  "backup": "act:backup",
  "restore": "/admin/ground",
  "off-site": "/admin/ground",
  "rclone": "/admin/ground",
  "ban": "/admin/people",
  "spam": "/admin/reports",
  "suspend": "/admin/people",
  "gdpr": "/admin/people",
  "delete account": "/admin/people",
  "second admin": "ADMIN_CALLSIGNS",
  "moderator": "ADMIN_CALLSIGNS",
  "registration": "/admin/people",
  "lost phone": "act:link",
  "password": "act:link",
  "silent key": "/admin/people",
  "igate": "/admin/receivers",
  "direwolf": "/admin/receivers",
  "tnc": "/admin/receivers",
  "add receiver": "act:code",
  "pairing code": "act:code",
  "raspberry": "act:code",
  "winlink": "/admin/mail",
  "bbs": "/admin/mail",
  "federation": "/admin/neighbours",
  "peer": "act:neighbour",
  "import sota": "act:import",
  "gpx": "act:import",
  "api key": "/admin/keys",
  "grafana": "METRICS_NEARBY",
  "prometheus": "METRICS_NEARBY",
  "tak": "/admin/keys",
  "undo": "act:undo",
  "audit": "/admin/done",
  "domain": "APP_URL",
  "https": "TLS",
  "certificate": "TLS",
  "proxy": "TRUST_PROXY",
  "push": "VAPID_PRIVATE_KEY",
  "alerts": "OPERATORS_TOLD",
  "region map": "/admin/ground",
};

const lead = ({ kind, id, to }: Hit): string =>
  kind === "setting" ? id : `${kind}:${id} ${typeof to === "string" ? to : ""}`;

async function palette(app: TestApp): Promise<Hit[]> {
  const gateway = { get: async (path: string) => ({ ok: true, value: (await app.operator.get(path)).body }) };
  const house = houseOf({ gateway, start: { peek: () => undefined } } as unknown as App);
  return [...actHits(undefined), ...pageHits({ configured: {}, signedIn: true }), ...await house.known()];
}

appTest("of 75 words that operators try, 72 and more lead where each has to", {}, async (app) => {
  const all = await palette(app), tried = Object.entries(TRIED);
  assert.equal(tried.length, 75);
  const missed = tried.filter(([word, to]) =>
    !grouped(all, word).flatMap(({ hits }) => hits.slice(0, 5)).some((hit) => lead(hit).includes(to))
  ).map(([word]) => word);
  assert.ok(missed.length <= 3, `not found: ${missed.join(", ")}`);
});

appTest(
  "the search on the page of settings finds the settings among them by the same words",
  {},
  async (app) => {
    const { settings, environment, groups } = (await app.operator.get("/api/admin/settings?lang=en")).body;
    const titles = new Map(groups.map(({ id, title }: { id: string; title: string }) => [id, title]));
    const list = [...settings, ...environment.settings];
    for (const [word, key] of Object.entries(TRIED)) {
      if (!/^[A-Z_]+$/.test(key)) continue;
      const found = list.filter((one) => matches(one, String(titles.get(one.group) ?? one.group), word));
      assert.ok(found.some((one) => one.key.includes(key)), word);
    }
  },
);
