/** Pages that ask again by themselves: only while somebody sees them, at once when they are seen again, and they say when. */
import assert from "node:assert/strict";
import { journey } from "../kit/journey.ts";
import type { Phone } from "../kit/phone.ts";
import { HEARS_SPOTS, seedMesh, seedNode, seedSpots } from "../kit/shack.ts";

/** From now on the page's waits of so many milliseconds are kept by the test, which lets them end. */
const takeWaits = (phone: Phone, ms: number) =>
  phone.tab.evaluate(`(() => {
    const wait = setTimeout, callOff = clearTimeout, waits = new Map();
    let last = 1e9;
    window.setTimeout = (act, ms, ...rest) => {
      if (ms !== ${ms}) return wait(act, ms, ...rest);
      waits.set(++last, act);
      return last;
    };
    window.clearTimeout = (id) => void (waits.delete(id) || callOff(id));
    window.waiting = () => waits.size;
    window.endWaits = () => {
      const acts = [...waits.values()];
      waits.clear();
      for (const act of acts) act();
    };
  })()`);
const turn = (phone: Phone, hidden: boolean) =>
  phone.tab.evaluate(`(() => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => ${hidden} });
    document.dispatchEvent(new Event("visibilitychange"));
  })()`);

journey(
  "a page that asks again rests while nobody sees it, and is asked at once when it is seen",
  async (field) => {
    await seedNode(field.app);
    let asked = 0;
    field.hold = ({ url }) => {
      if (new URL(url).pathname === "/api/node/nodes") asked++;
      return false;
    };
    const phone = await field.phone();
    await phone.open("/node");
    await phone.sees("read again every 30 s");
    await takeWaits(phone, 30_000);
    const before = asked;
    await turn(phone, true);
    assert.equal(await phone.tab.evaluate("waiting()"), 0);
    await turn(phone, false);
    await phone.tab.until("waiting() === 1");
    assert.equal(asked, before + 1, "asked when it was seen again");
    await phone.tab.evaluate("endWaits()");
    await phone.tab.until("waiting() === 1");
    assert.equal(asked, before + 2, "and after its time");
    await turn(phone, true);
    assert.equal(await phone.tab.evaluate("waiting()"), 0, "nothing is going to be asked");
    assert.equal(asked, before + 2);
    await turn(phone, false);
    await phone.tab.until("waiting() === 1");
    // Another page has nothing left of it.
    await phone.tab.click('a[href="/ports"]');
    await phone.sees("read again every 10 s");
    assert.equal(await phone.tab.evaluate("waiting()"), 1, "only what the ports page asks as slowly");
    assert.equal(asked, before + 3);
  },
  { devices: ["phone"] },
);

journey(
  "what is not heard of by itself says when it was read, and without a connection of when it is",
  async (field) => {
    await seedMesh(field.app, "hello");
    seedSpots(field.app, "hello");
    const phone = await field.phone({ call: "OE1XYZ" });
    for (const path of ["/mesh", "/ports", "/spots", "/admin/receivers"]) {
      await phone.open(path);
      await phone.tab.until(`/As of \\d+:\\d\\d:\\d\\d/.test(document.body.innerText)`);
    }
    await phone.open("/ports");
    await phone.sees("As of");
    await takeWaits(phone, 10_000);
    await field.unplug();
    await turn(phone, false);
    await phone.sees("Not connected. You see what was known at");
  },
  { env: { ...HEARS_SPOTS, ADMIN_CALLSIGNS: "OE1XYZ" }, devices: ["phone"] },
);
