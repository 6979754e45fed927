/** gateway.env: names that nothing reads, and secrets that are short, are told by start, doctor and the page. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { sayUnread, Settings, shortSecrets, unreadNames } from "../../src/settings/mod.ts";
import { asWritten, hostAt, linked, linkTo } from "../../src/release/host.ts";
import { testApp } from "../kit/app.ts";
import { withFolder } from "../kit/server.ts";

Deno.test("a name that no setting bears is told with the one that may be meant", () => {
  const said = (text: string) => sayUnread(unreadNames(text));
  const cases: [string, string][] = [
    ["OPERATR_NAME=Ana", "OPERATR_NAME (OPERATOR_NAME?)"],
    ["APPURL=https://club.example", "APPURL (APP_URL?)"],
    ["app_url=https://club.example", "app_url (APP_URL?)"],
    ["export SMPT_URL=smtp://x", "SMPT_URL (SMTP_URL?)"],
    ["WHATEVER_ELSE=1", "WHATEVER_ELSE"],
    ["APP_URL=https://club.example\nPORT=8787", ""],
    ["TZ=Europe/Vienna\nDENO_V8_FLAGS=x\nLITESTREAM_ACCESS_KEY_ID=y", ""],
    ["# APPURL=old", ""],
  ];
  for (const [text, told] of cases) assert.equal(said(text), told, text);
  const many = Array.from({ length: 500 }, (_, i) => `X${"Y".repeat(200)}${i}=1`).join("\n");
  assert.equal(unreadNames(many).length, 20);
});

Deno.test("short secrets are named, placeholders and long ones are not", () => {
  const of = (env: Record<string, string>) => shortSecrets(new Settings(env));
  assert.deepEqual(of({ SESSION_SECRET: "short", INGEST_SECRET: "x".repeat(43) }), ["SESSION_SECRET"]);
  assert.deepEqual(of({ SESSION_SECRET: "x".repeat(16), OPERATOR_SECRET: "change-me" }), []);
});

Deno.test("the checklist says both, on the page and for doctor", () =>
  withFolder(async (dataDir) => {
    await Deno.writeTextFile(join(dataDir, "gateway.env"), "OPERATR_NAME=Ana\n");
    using app = testApp({ SESSION_SECRET: "fifteen-letters" }, { dataDir });
    const { items } = (await app.operator.get("/api/admin/setup")).body;
    const of = (key: string) => items.find((item: { key: string }) => item.key === key);
    assert.deepEqual([of("ENV_FILE").status, of("ENV_FILE").values.names], [
      "warn",
      "OPERATR_NAME (OPERATOR_NAME?)",
    ]);
    assert.deepEqual([of("SECRETS").status, of("SECRETS").values.names], ["warn", "SESSION_SECRET"]);
    await Deno.writeTextFile(join(dataDir, "gateway.env"), "OPERATOR_NAME=Ana\n");
    const again = (await app.operator.get("/api/admin/setup")).body.items;
    assert.equal(again.find((item: { key: string }) => item.key === "ENV_FILE").status, "ok");
  }));

Deno.test("a version's link leads to it where the card is mounted, as the host itself writes it or as whoever mounted it does", () =>
  withFolder(async (root) => {
    const opt = join(root, "opt"), name = "service-gateway-0.1.0-linux-x64", version = join(opt, name);
    await Deno.mkdir(version, { recursive: true });
    const real = await Deno.realPath(version), host = hostAt(root), { current } = host;
    linkTo(current, `/opt/${name}`);
    assert.equal(linked(current, root), real, "as it is called on the host itself");
    assert.equal(asWritten(host, join(opt, "next")), "/opt/next", "the next one is written so too");
    linkTo(current, version);
    assert.equal(linked(current, root), real, "as it was called where it was made");
    assert.equal(asWritten(host, join(opt, "next")), join(opt, "next"));
    assert.equal(linked(join(opt, "nothing"), root), undefined);
  }));
