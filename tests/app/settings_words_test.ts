/** Sixty words and more that people type into the search of the settings: each finds a setting or a page. No browser. */
import assert from "node:assert/strict";
import { matches } from "../../src/client/admin/settings/settings.ts";
import { PAGES, pagesIn } from "../../src/client/pages/page_table.ts";
import { say } from "../../src/client/ui/say.ts";
import { ALL, GROUPS } from "../../src/settings/mod.ts";

const TYPED = [
  ...[
    "email server",
    "smtp",
    "mail",
    "color",
    "colour",
    "upload size",
    "photo size",
    "44net",
    "home assistant",
  ],
  ...[
    "mqtt",
    "dark",
    "wall",
    "poster",
    "invite",
    "logs",
    "clock",
    "time zone",
    "password",
    "passphrase",
    "backup",
  ],
  ...["quiet hours", "notification", "alert", "push", "name", "logo", "map", "tiles", "region", "https"],
  ...["certificate", "domain", "passkey", "session", "operator", "imprint", "license", "retention", "gdpr"],
  ...["delete", "spam", "registration", "sign-up", "rate limit", "api key", "prometheus", "grafana", "aprs"],
  ...[
    "aprs-is",
    "igate",
    "tnc",
    "packet",
    "bbs",
    "forwarding",
    "neighbour",
    "federation",
    "hub",
    "signing key",
  ],
  ...[
    "dns",
    "lotw",
    "meshtastic",
    "meshcom",
    "sota",
    "pota",
    "cluster",
    "tak",
    "restart",
    "update",
    "storage",
  ],
];

Deno.test("each of them finds something; what nobody calls a setting finds nothing", () => {
  const finds = (typed: string): string[] => [
    ...ALL.filter(({ key, label, hint, group }) => matches({ key, label, hint }, GROUPS[group], typed)).map((
      { key },
    ) => key),
    ...pagesIn("admin").filter((name) =>
      matches({ key: `page.${name}`, label: say(PAGES[name].title), hint: "" }, "", typed)
    ),
  ];
  assert.ok(TYPED.length >= 60);
  assert.deepEqual(TYPED.filter((typed) => finds(typed).length === 0), []);
  assert.ok(finds("44net").includes("AMPR_ZONE"));
  assert.ok(finds("home assistant").includes("MQTT_URL"));
  assert.ok(finds("wall").includes("admin"));
  assert.deepEqual(finds("xylophone"), []);
});
