/** Every station as an operator's table: searched, filtered, sorted and paged, for operators alone. */
import assert from "node:assert/strict";
import { appTest, refused } from "../kit/app.ts";
import { rf } from "../kit/boxes.ts";

interface Listed {
  callsign: string;
  packets: number;
}

appTest(
  "stations are found by the beginning of a call, by when and how they were heard, in the order that is asked for",
  { FIRST_PARTY_SITES: "OE1XYZ-10" },
  async (app) => {
    const heard = (call: string, text: string) =>
      app.ingest.post("/ingest", { packets: [rf(app, `${call}>APRS:${text}`, "OE1XYZ-10")] });
    await heard("OE1AAA-9", "!4812.50N/01622.43E-at home");
    app.world.pass(2 * 86_400);
    await heard("OE1BBB", ">no place");
    await heard("OE3CCC", "!4812.60N/01622.43E-here");
    app.world.pass(5);
    await heard("OE3CCC", "!4812.70N/01622.43E-there");
    const list = async (query = "") => (await app.operator.get(`/api/admin/stations${query}`)).body;
    const calls = async (query: string) =>
      (await list(query)).stations.map(({ callsign }: Listed) => callsign);
    assert.deepEqual(await calls("?sort=call&order=asc"), ["OE1AAA-9", "OE1BBB", "OE3CCC"]);
    assert.deepEqual(await calls("?q=oe1&sort=call&order=asc"), ["OE1AAA-9", "OE1BBB"]);
    assert.deepEqual(await calls("?heard=day&sort=call&order=desc"), ["OE3CCC", "OE1BBB"]);
    assert.deepEqual(await calls("?place=unknown"), ["OE1BBB"]);
    assert.deepEqual(await calls("?via=aprsis"), []);
    assert.deepEqual(await calls("?q=%25"), [], "a sign of a pattern is a letter like others");
    const first = await list("?sort=packets&order=desc&limit=1");
    assert.deepEqual([first.stations[0].callsign, first.total, first.truncated], ["OE3CCC", 3, true]);
    const next = await list(`?sort=packets&order=desc&limit=2&after=${encodeURIComponent(first.nextCursor)}`);
    assert.deepEqual(next.stations.map(({ callsign }: Listed) => callsign), ["OE1BBB", "OE1AAA-9"]);
    const [one] = (await list("?q=OE1AAA")).stations;
    assert.deepEqual([one.lat, one.lon, one.via, one.comment], [48.2083333, 16.3738333, "rf", "at home"]);
    for (
      const query of [
        "?sort=name",
        "?limit=0",
        "?limit=1001",
        "?heard=year",
        "?after=x",
        `?q=${"A".repeat(21)}`,
      ]
    ) {
      await refused(app, 400, "invalid_query", () => app.operator.get(`/api/admin/stations${query}`));
    }
    assert.equal((await app.visitor.get("/api/admin/stations")).status, 401);
    assert.equal((await (await app.signIn("OE3FND")).get("/api/admin/stations")).status, 403);
  },
);
