/** On which frequency members are told to send: what the operator set, else what is usual in the country, else nothing. */
import assert from "node:assert/strict";
import { usualFrequency } from "../../src/caches/hiding/aprs_frequency.ts";
import { entityOfCall } from "../../src/caches/rules/country.ts";
import { refused, testApp } from "../kit/app.ts";

Deno.test("a country's usual frequency, by the call; none where sources disagree or are silent", () => {
  const usual: [string, string | undefined][] = [
    ["OE1SYS-15", "144.800"],
    ["DB0XYZ", "144.800"],
    ["GM4ABC", "144.800"],
    ["RA9ABC", "144.800"],
    ["ZS6ABC", "144.800"],
    ["W1AW", "144.390"],
    ["AB9CD", "144.390"],
    ["VE3ABC", "144.390"],
    ["XE1ABC", "144.390"],
    ["CE3ABC", "144.390"],
    ["VK2ABC", "145.175"],
    ["ZL1ABC", "144.575"],
    ["JA1ABC", "144.660"],
    ["HL1ABC", "144.620"],
    ["BG7ABC", "144.640"],
    ["LU1ABC", "144.930"],
    ["CX1ABC", "144.930"],
    ["PY2ABC", "145.570"],
    ["HS0ABC", undefined],
    ["HP1ABC", undefined],
    ["KH6ABC", undefined],
    ["VU2ABC", undefined],
    ["APRSCG", undefined],
    ["", undefined],
  ];
  for (const [call, mhz] of usual) assert.equal(usualFrequency(call), mhz, call);
  assert.equal(entityOfCall("HB0ABC")?.name, "Liechtenstein");
  assert.equal(entityOfCall("HB9ABC")?.name, "Switzerland");
});

Deno.test("the app and the card for the pocket tell the frequency: the operator's own comes first", async () => {
  using app = testApp();
  const told = async () => (await app.visitor.get("/api/start")).body.frequency;
  const card = async (language: string) =>
    (await app.visitor.get("/print/radio", { "accept-language": language })).text;
  assert.deepEqual(await told(), { mhz: "144.800", usual: true });
  assert.match(await card("en"), /usually 144\.800 MHz; ask your operator/);
  assert.match(await card("de"), /meist 144\.800 MHz/);
  const set = (value: string) => app.operator.put("/api/admin/settings/APRS_FREQUENCY", { value });
  await refused(app, 400, "setting_invalid", () => set("144,8"));
  assert.deepEqual(await told(), { mhz: "144.800", usual: true });
  assert.equal((await set("433.775")).status, 200);
  assert.deepEqual(await told(), { mhz: "433.775", usual: false });
  assert.match(await card("en"), /Frequency: 433\.775 MHz\./);
  using unknown = testApp({ SERVICE_CALL: "HP1ABC-15" });
  assert.equal((await unknown.visitor.get("/api/start")).body.frequency, null);
  assert.match((await unknown.visitor.get("/print/radio")).text, /that of APRS in your region/);
});
