/** The app is kept on the phone although a file of it was lost on the way: tried again, a few times, with what has come already. */
import { NAMES } from "../../dist/app/names.ts";
import assert from "node:assert/strict";
import { Gateway } from "../../src/client/phone/ask.ts";
import { Again } from "../../src/client/app/version/again.ts";
import { journey } from "../kit/journey.ts";
import { becomes } from "../kit/waits.ts";

/** A clock that runs when it is told to, and how often something was tried again. */
function patience() {
  const planned = new Map<() => void, number>();
  let tries = 0;
  const later = (act: () => void, ms: number) => {
    planned.set(act, ms);
    return () => void planned.delete(act);
  };
  const { reached } = new Gateway({
    ...{ clock: () => 0, fetch: () => Promise.reject(new Error("unused")), newId: () => "", random: () => 0 },
    ...{ later, socket: () => ({}) as WebSocket },
  });
  const again = new Again({ later }, reached, () => tries++);
  return {
    again,
    reached,
    tries: () => tries,
    /** The waits that run now, milliseconds. */
    waits: () => [...planned.values()],
    /** The wait is over. */
    over() {
      const [act] = [...planned.keys()];
      planned.clear();
      act!();
    },
  };
}

Deno.test("what failed is tried again after 5, 30 and 120 seconds, and then only when the gateway comes back", () => {
  const { again, reached, tries, waits, over } = patience();
  assert.deepEqual([tries(), waits()], [0, []]);
  for (const [i, wait] of [5_000, 30_000, 120_000].entries()) {
    again.failed();
    assert.deepEqual([tries(), waits()], [i, [wait]]);
    over();
    assert.equal(tries(), i + 1);
  }
  again.failed();
  assert.deepEqual(waits(), []);
  reached.value = false;
  assert.equal(tries(), 3);
  reached.value = true;
  assert.equal(tries(), 4);
});

Deno.test("the gateway's coming back leads to a try at once, to one alone, and to none where nothing has failed", () => {
  const { again, reached, tries, waits } = patience();
  const comesBack = () => {
    reached.value = false;
    reached.value = true;
  };
  comesBack();
  assert.equal(tries(), 0);
  again.failed();
  comesBack();
  assert.deepEqual([tries(), waits()], [1, []]);
  comesBack();
  assert.equal(tries(), 1, "that try has not failed");
});

Deno.test("after five more tries an opening of the app leaves it", () => {
  const { again, reached, tries, waits } = patience();
  for (let i = 0; i < 8; i++) {
    again.failed();
    reached.value = false;
    reached.value = true;
  }
  assert.deepEqual([tries(), waits()], [5, []]);
});

journey(
  "a file of the app that is lost on its way is fetched again in the same opening, the others are not",
  async (field, screen) => {
    const asked: string[] = [];
    let away = true;
    field.lose = ({ url, headers }) => {
      const { pathname } = new URL(url);
      // What the page itself asks for is not the worker's, and its list is part of it.
      if (!headers.get("referer")?.includes("/sw.js") || !pathname.startsWith("/assets/")) return false;
      if (pathname === NAMES.kept) return false;
      asked.push(pathname);
      // However often the browser itself asks anew for what broke off.
      return away && pathname === asked[0];
    };
    const phone = await field.phone({ screen });
    await phone.open("/");
    await phone.keepApp();
    await becomes("the worker has begun to fetch", () => asked.length > 0);
    await phone.comes("navigator.serviceWorker.getRegistration().then((there) => there === undefined)");
    away = false;
    const lost = asked.length;
    await phone.ready();
    assert.deepEqual(new Set(asked.slice(lost)), new Set([asked[0]]), "the others are here already");
    await field.unplug();
    await phone.open("/packs");
    await phone.sees("No packs on this phone yet.");
  },
  { devices: ["phone"] },
);
