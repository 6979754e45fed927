/** Rules of the page Me: a year as blocks, how a device is called, which medal comes next. */
import assert from "node:assert/strict";
import { blocksOf, HIGH, WEEKS } from "../../src/client/account/year.ts";
import { nextMedal } from "../../src/client/community/medals.tsx";
import { deviceName } from "../../src/client/phone/queue/device_name.ts";

Deno.test("a year: a column a week, proven finds at the bottom, and no column higher than the drawing", () => {
  const blocks = blocksOf([{ week: 50, finds: 2, byRadio: 1 }, { week: 51, finds: 9, byRadio: 0 }]);
  assert.equal(blocks.length, WEEKS * HIGH);
  const of = (wanted: number) => blocks.filter(({ week }) => week === wanted).map(({ is }) => is);
  assert.deepEqual(of(50), ["radio", "found", undefined, undefined]);
  assert.deepEqual(of(51), ["found", "found", "found", "found"]);
  assert.ok(of(0).every((is) => is === undefined));
});

Deno.test("a device is called by its browser and what it runs on, as people know it", () => {
  const agents = {
    "Chrome, Android":
      "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36",
    "Safari, iPhone":
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1",
    "Chrome, iPhone":
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/130.0 Mobile/15E148 Safari/604.1",
    "Firefox, Windows": "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0",
    "Edge, Windows":
      "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0",
    "Safari, Mac":
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15",
    "": "curl",
  };
  for (const [name, agent] of Object.entries(agents)) assert.equal(deviceName(agent), name);
});

Deno.test("the next medal is the first of a beginner's that is not there yet", () => {
  assert.equal(nextMedal([]), "first-find");
  assert.equal(nextMedal([{ badge: "first-find" }, { badge: "hider" }]), "rf-verified");
  assert.equal(
    nextMedal(["first-find", "rf-verified", "hider", "finder-10"].map((badge) => ({ badge }))),
    undefined,
  );
});
