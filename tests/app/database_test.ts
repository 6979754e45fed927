/** The app's databases where a browser closes them, has no room, or keeps nothing at all. */
import assert from "node:assert/strict";
import { Handle, type NotKept, whyNotKept } from "../../src/client/phone/kept/database.ts";
import { journey } from "../kit/journey.ts";
import { hide } from "../kit/seed_game.ts";

type Tables = { things: { key: string; value: { id: string } } };

const failure = (name: string) => new DOMException(name, name);

/** A handle over connections that a test makes: how often each was opened and closed, and what a transaction ends with. */
function handle(ends: (nth: number) => { put?: DOMException; done?: DOMException }, opening?: DOMException) {
  const seen = { opened: 0, closed: 0 };
  let terminated = () => {};
  const open = (_name: string, _version: number, callbacks: { terminated: () => void }) => {
    if (opening) return Promise.reject(opening);
    const nth = ++seen.opened, { put, done } = ends(nth);
    terminated = callbacks.terminated;
    const store = { put: () => put ? Promise.reject(put) : Promise.resolve("id") };
    return Promise.resolve({
      close: () => seen.closed++,
      transaction: () => ({
        objectStore: () => store,
        done: done ? Promise.reject(done) : Promise.resolve(),
      }),
    });
  };
  const made = new Handle<Tables>("x", () => {}, open as never);
  const put = () => made.write(["things"], (tx) => tx.objectStore("things").put({ id: "a" }));
  return { seen, put, end: () => terminated() };
}

Deno.test("a connection that the browser closed is opened anew, and what was under way is done once more", async () => {
  for (const gone of ["InvalidStateError", "AbortError", "UnknownError"]) {
    const { seen, put } = handle((nth) => nth === 1 ? { put: failure(gone), done: failure(gone) } : {});
    assert.equal(await put(), "id", gone);
    assert.equal(await put(), "id");
    assert.deepEqual(seen, { opened: 2, closed: 1 }, gone);
  }
  // The browser says so itself: nothing has to fail first.
  const told = handle(() => ({}));
  await told.put();
  told.end();
  await told.put();
  assert.deepEqual(told.seen, { opened: 2, closed: 0 });
  // A store that is gone for good is not asked for ever.
  const never = handle(() => ({ put: failure("InvalidStateError") }));
  await assert.rejects(never.put(), { name: "InvalidStateError" });
  assert.equal(never.seen.opened, 2);
});

Deno.test("why nothing was kept is the reason of the transaction: no room, a browser that keeps nothing, or another", async () => {
  const reasonOf = (put: () => Promise<unknown>) =>
    put().then(() => "kept" as const, (error): NotKept => whyNotKept(error));
  const quota = handle(() => ({ put: failure("AbortError"), done: failure("QuotaExceededError") }));
  assert.equal(await reasonOf(quota.put), "full");
  assert.equal(quota.seen.opened, 1, "more tries make no room");
  assert.equal(await reasonOf(handle(() => ({}), failure("QuotaExceededError")).put), "full");
  for (const name of ["SecurityError", "UnknownError", "InvalidStateError"]) {
    assert.equal(await reasonOf(handle(() => ({}), failure(name)).put), "blocked", name);
  }
  assert.equal(await reasonOf(handle(() => ({ put: failure("UnknownError") })).put), "failed");
});

const PLACE = { lat: 48.2, lon: 16.37 };

journey("a find is saved after the browser has closed the databases under the open page", async (field) => {
  const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast", ...PLACE });
  const phone = await field.phone({ call: "OE3FND", place: PLACE });
  await phone.open(`/c/${code}/log`);
  await phone.sees("You are 0 m away.");
  // Chromium closes every connection of the origin by force, as iPhones do to apps in the background.
  await phone.tab.send("Storage.clearDataForOrigin", { origin: field.url, storageTypes: "indexeddb" });
  await phone.press("Log find");
  await phone.sees("This find is location-verified.");
});

journey(
  "a browser that blocks all storage: pages are read, it says that nothing is kept, and none hangs",
  async (field) => {
    const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast", ...PLACE });
    const phone = await field.phone({});
    await phone.tab.send("Page.addScriptToEvaluateOnNewDocument", {
      source: `for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
      Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); } });
    }`,
    });
    for (const path of ["/", `/c/${code}`]) {
      await phone.open(path);
      await phone.sees("The old mast");
      await phone.sees("This browser keeps nothing for this site");
    }
    await phone.open("/hide");
    await phone.sees("Sign in");
    for (const path of ["/hide", "/packs", "/help/first-find", "/waiting", "/me", "/live"]) {
      await phone.open(path);
      await phone.tab.until(
        `document.querySelector("main h1") && !/One moment …/.test(document.querySelector("main").innerText)`,
      );
    }
  },
);
