/** A cache that moves, in a browser: the station that it follows, when that was heard, how fast it goes and its way today. */
import assert from "node:assert/strict";
import { rf } from "../kit/boxes.ts";
import { journey } from "../kit/journey.ts";
import { judged } from "../kit/judged.ts";
import { hide, member } from "../kit/seed_game.ts";

const HOSTILE = "<img src=x onerror=alert(1)>";

journey(
  "a cache that moves says its station, how long ago it was heard, how fast it goes, and its way today",
  async ({ app, phone: take, url }, screen) => {
    member(app, "OE1OWN");
    const owner = await app.signIn("OE1OWN");
    const made = await owner.post("/api/my/stations", {
      callsign: "OE1OWN-9",
      lat: 48.2,
      lon: 16.37,
      roles: ["node"],
    });
    assert.ok(made.status < 300, made.text);
    const { code } = await hide(app, "OE1OWN", {
      title: `The van ${HOSTILE}`,
      type: "living",
      size: "none",
      stationCall: "OE1OWN-9",
      lat: undefined,
      lon: undefined,
    });
    const hear = (place: string, agoS: number) =>
      app.ingest.post("/ingest", {
        packets: [{ ...rf(app, `OE1OWN-9>APRS:!${place}`, "OE1GATE-1"), heardAt: app.world.now() - agoS }],
      });
    const phone = await take({ screen, call: "OE3FND" });
    const living = () => phone.tab.text(".living");
    // Before it was ever heard there is its station and nothing that would be made up.
    await phone.open(`/c/${code}`);
    await phone.tab.until(`document.querySelector(".living")?.innerText.includes("not heard yet")`);
    assert.match(await living(), /OE1OWN-9/);
    assert.doesNotMatch(await living(), /ago|moves|today/);

    // Heard at rest, and long ago: no speed, no way, and the lamp is out.
    await hear("4812.00N/01622.00E>000/000", 3600);
    await phone.open(`/c/${code}`);
    await phone.tab.until(`/heard 1 (h|hr|hour) ago/.test(document.querySelector(".living")?.innerText)`);
    assert.equal(await phone.tab.evaluate(`document.querySelectorAll(".living .air-now").length`), 0);
    assert.doesNotMatch(await living(), /moves|today/);

    // It goes east at 36 knots. The open page reads that by itself, and its way is as long as its positions say.
    await hear("4812.00N/01622.10E>090/036", 40);
    await hear("4812.00N/01622.40E>090/036", 20);
    await hear("4812.00N/01622.70E>090/036", 0);
    await phone.tab.until(`document.querySelector(".living path.living-way") !== null`);
    assert.match(await living(), /It moves at 67 km\/h, heading E\./);
    assert.match(await living(), /heard \d+\s?(s|min) ago/);
    assert.match(await living(), /\d\d\d m of way today, [34] positions/);
    assert.match(
      await phone.tab.evaluate(`document.querySelector(".living-way").getAttribute("d")`) as string,
      /^M[-\d. ]+(L[-\d. ]+){2,}$/,
    );
    const plate = `document.querySelector(".living a").getAttribute("href")`;
    assert.equal(await phone.tab.evaluate(plate), "/s/OE1OWN-9");
    assert.deepEqual(await judged(phone), []);

    // What the gateway draws for everybody, before any script: the cache where it was heard last, and its title as words.
    const drawn = await (await fetch(`${url}/c/${code}`)).text();
    assert.match(drawn, /<h1[^>]*>.*The van &lt;img src=x/);
    assert.match(drawn, /48° 12\.000/);
    assert.match(drawn, /16° 22\.700/);
    assert.deepEqual(phone.tab.complaints, []);
  },
  { env: { FIRST_PARTY_SITES: "OE1GATE-1" }, devices: ["phone", "desktop"] },
);
