/** Somebody calls for help by a Mic-E radio (APRS101 chapter 10): it is seen on every way to where people look. */
import assert from "node:assert/strict";
import { appTest } from "../kit/app.ts";
import { rf } from "../kit/boxes.ts";
import { becomes } from "../kit/waits.ts";
import { FIELD_SETTINGS, SITE } from "./field_case.ts";

const HELP = "OE9TST-8>481R56,WIDE1-1:`.2Ul #>/]help";
const WELL = "OE9TST-8>T8RY3P,WIDE1-1:`.2Ul #>/]back";
const OTHER = "OE9TST-7>481R56,WIDE1-1:`.2Ul #>/]me too";

appTest(
  "an emergency is in the list, on TAK clients and among the operators' alerts",
  { ...FIELD_SETTINGS, ADMIN_CALLSIGNS: "OE1SYS" },
  async (app) => {
    const sysop = await app.sysop(), member = await app.signIn("OE1ALI");
    const hear = async (line: string) => {
      const { body } = await app.ingest.post("/ingest", { packets: [rf(app, line, SITE)] });
      assert.equal(body.accepted, 1);
      await new Promise((resolve) => setTimeout(resolve));
    };
    const alerts = async () =>
      (await sysop.get("/api/watch/alerts")).body.alerts.map((
        { kind, callsign }: Record<string, string>,
      ) => [kind, callsign]);
    await hear(HELP);
    const listed = async () => (await app.visitor.get("/api/stations?bbox=-180,-90,180,90")).body.stations[0];
    assert.equal((await listed()).emergency, true);
    assert.match(
      (await app.visitor.get("/api/cot")).text,
      /<emergency type="911 Alert">OE9TST-8<\/emergency>/,
    );
    await becomes("the operators are told", async () => (await alerts()).length > 0);
    assert.deepEqual(await alerts(), [["emergency", "OE9TST-8"]]);
    assert.equal((await member.get("/api/watch/alerts")).body.alerts.length, 0, "nobody else is told");
    app.world.pass(60);
    await hear(HELP.replace("help", "help!"));
    assert.equal((await alerts()).length, 1, "once, however often it is sent");
    await hear(OTHER);
    await becomes("they are told of the other", async () => (await alerts()).length > 1);
    assert.deepEqual(await alerts(), [["emergency", "OE9TST-7"], ["emergency", "OE9TST-8"]]);
    app.world.pass(60);
    await hear(WELL);
    assert.equal((await listed()).emergency, undefined, "the next report takes it back");
    assert.doesNotMatch((await app.visitor.get("/api/cot")).text, /911 Alert">OE9TST-8/);
  },
);
