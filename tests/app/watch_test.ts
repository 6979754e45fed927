/** Asking the browser for the place, with a browser and a clock that are made: when it reads, renews, gives up and stops. */
import assert from "node:assert/strict";
import { type WatchHow, watchPosition } from "../../src/client/phone/position/watch.ts";
import { Gateway } from "../../src/client/phone/ask.ts";
import type { ClientWorld } from "../../src/client/phone/world.ts";

const START = 1_000_000;

/** A browser whose phone stands still, is looked at, and lets the page read, until a test says otherwise. */
class Browser {
  now = START;
  secure = true;
  page = Object.assign(new EventTarget(), { hidden: false });
  /** What was asked for at once, with its bounds. */
  readonly asked: { take: PositionCallback; how: PositionOptions | undefined }[] = [];
  /** The watches that run. */
  readonly watches = new Map<number, { take: PositionCallback; fail: PositionErrorCallback }>();
  readonly told: unknown[] = [];
  #timers: { at: number; act: () => void }[] = [];
  #begun = 0;
  readonly how: PositionOptions[] = [];
  geolocation: object | undefined = {
    watchPosition: (take: PositionCallback, fail: PositionErrorCallback, how: PositionOptions) => {
      this.how.push(how);
      this.watches.set(++this.#begun, { take, fail });
      return this.#begun;
    },
    clearWatch: (id: number) => void this.watches.delete(id),
    getCurrentPosition: (take: PositionCallback, _fail: PositionErrorCallback, how: PositionOptions) =>
      void this.asked.push({ take, how }),
  };
  readonly world: ClientWorld = {
    clock: () => this.now,
    later: (act, ms) => {
      const timer = { at: this.now + ms / 1000, act };
      this.#timers.push(timer);
      return () => void (this.#timers = this.#timers.filter((one) => one !== timer));
    },
    newId: () => "unused",
    random: () => 0.5,
    fetch: () => Promise.reject(new Error("unused")),
    socket: () => {
      throw new Error("unused");
    },
  };
  readonly gateway = new Gateway(this.world);

  watch = (how: WatchHow): () => void =>
    watchPosition(this, {
      read: (reading) => void this.told.push(reading),
      failed: (failure) => void this.told.push(failure),
    }, how);

  /** The timers that run: none may be left behind. */
  get timers(): number {
    return this.#timers.length;
  }

  /** Lets time pass until so many seconds from the start. */
  pass(until: number): void {
    for (;;) {
      const first = this.#timers.toSorted((a, b) => a.at - b.at)[0];
      if (!first || first.at > START + until) break;
      this.now = first.at;
      this.#timers = this.#timers.filter((one) => one !== first);
      first.act();
    }
    this.now = START + until;
  }

  /** The phone's position, as the browser gives it. */
  place = (lat: number) =>
    ({
      coords: { latitude: lat, longitude: 16.37, accuracy: 8 },
      timestamp: this.now * 1000 + 999,
    }) as GeolocationPosition;
  /** The watch that runs has read, or failed. */
  reads = (lat: number) => [...this.watches.values()].at(-1)!.take(this.place(lat));
  fails = (code: number) => [...this.watches.values()].at(-1)!.fail({ code } as GeolocationPositionError);

  look(hidden: boolean): void {
    this.page.hidden = hidden;
    this.page.dispatchEvent(new Event("visibilitychange"));
  }
}

const reading = (lat: number, after: number) => ({ lat, lon: 16.37, accuracyM: 8, at: START + after });

/** Puts a browser in the place of the real one for the time of a test. */
function inBrowser(act: (browser: Browser) => void): void {
  const browser = new Browser();
  const put = (on: object, name: string, get: () => unknown) => {
    const before = Object.getOwnPropertyDescriptor(on, name);
    Object.defineProperty(on, name, { configurable: true, get });
    return () => {
      if (before) Object.defineProperty(on, name, before);
      else Reflect.deleteProperty(on, name);
    };
  };
  const back = [
    put(navigator, "geolocation", () => browser.geolocation),
    put(globalThis, "isSecureContext", () => browser.secure),
    put(globalThis, "document", () => browser.page),
  ];
  try {
    act(browser);
  } finally {
    for (const undo of back) undo();
  }
}

Deno.test("readings are told by the gateway's clock, exact ones and none that is old, until the watch is stopped", () =>
  inBrowser((browser) => {
    browser.gateway.offset.value = -100;
    const stop = browser.watch({ renewS: 30 });
    assert.deepEqual(browser.how, [{ enableHighAccuracy: true, maximumAge: 1000 }]);
    assert.equal(browser.asked.length, 0, "no rough one was wanted");
    const { take, fail } = [...browser.watches.values()][0]!;
    browser.reads(48);
    browser.pass(1);
    browser.reads(48.1);
    assert.deepEqual(browser.told, [reading(48, -100), reading(48.1, -99)]);
    stop();
    assert.deepEqual([browser.watches.size, browser.timers], [0, 0]);
    // What the browser had under way when it was stopped.
    take(browser.place(49));
    fail({ code: 2 } as GeolocationPositionError);
    browser.look(false);
    assert.deepEqual([browser.told.length, browser.watches.size], [2, 0]);
  }));

Deno.test("without a secure page, or where the browser knows no place, nothing is asked and nothing is told", () => {
  for (const lacks of ["secure page", "geolocation"]) {
    inBrowser((browser) => {
      if (lacks === "geolocation") browser.geolocation = undefined;
      else browser.secure = false;
      const stop = browser.watch({ renewS: 5, rough: true });
      browser.look(false);
      browser.pass(60);
      stop();
      assert.deepEqual([browser.how, browser.asked, browser.told, browser.timers], [[], [], [], 0], lacks);
    });
  }
});

Deno.test("20 s without a first reading are said once, and the watch goes on", () =>
  inBrowser((browser) => {
    const stop = browser.watch({ renewS: 1000 });
    browser.pass(19.999);
    assert.deepEqual(browser.told, []);
    browser.pass(20);
    assert.deepEqual(browser.told, ["timeout"]);
    browser.fails(2);
    browser.fails(3);
    browser.pass(100);
    browser.reads(48);
    assert.deepEqual(browser.told, ["timeout", "nofix", "timeout", reading(48, 100)]);
    stop();
    const early = browser.watch({ renewS: 1000 });
    browser.reads(48);
    browser.pass(200);
    assert.equal(browser.told.length, 5, "one that has read is not late");
    early();
  }));

Deno.test("a refusal stays one: nothing more is asked for, it is not late as well, and what fails after it is the same", () =>
  inBrowser((browser) => {
    const stop = browser.watch({ renewS: 3 });
    browser.pass(1);
    browser.fails(1);
    browser.pass(60);
    assert.deepEqual([browser.told, browser.asked], [["refused"], []]);
    browser.fails(2);
    assert.deepEqual(browser.told, ["refused", "refused"]);
    stop();
    // Another failure is none.
    browser.watch({ renewS: 3 });
    browser.fails(2);
    browser.pass(63);
    assert.deepEqual([browser.told.at(-1), browser.asked.length], ["nofix", 1]);
  }));

Deno.test("where no reading came for so long, one is asked for: each time anew, and its answer is told", () =>
  inBrowser((browser) => {
    const stop = browser.watch({ renewS: 30 });
    browser.pass(10);
    browser.reads(48);
    browser.pass(39.999);
    assert.equal(browser.asked.length, 0);
    browser.pass(40);
    assert.deepEqual(browser.asked.map(({ how }) => how), [
      { enableHighAccuracy: true, maximumAge: 1000, timeout: 20_000 },
    ]);
    browser.pass(69.999);
    assert.equal(browser.asked.length, 1, "none while one is under way");
    browser.pass(70);
    assert.equal(browser.asked.length, 2);
    browser.asked[1]!.take(browser.place(48.2));
    assert.deepEqual(browser.told, [reading(48, 10), reading(48.2, 70)]);
    browser.pass(99);
    assert.equal(browser.asked.length, 2);
    stop();
    browser.pass(1000);
    assert.equal(browser.asked.length, 2);
  }));

Deno.test("a rough reading comes first where it is wanted, and never after an exact one", () =>
  inBrowser((browser) => {
    const stop = browser.watch({ renewS: 1000, rough: true });
    const rough = browser.asked[0]!;
    assert.deepEqual(rough.how, { enableHighAccuracy: false, maximumAge: 60_000, timeout: 20_000 });
    rough.take(browser.place(47));
    assert.deepEqual(browser.told, [reading(47, 0)]);
    browser.pass(30);
    assert.equal(browser.told.length, 1, "it is a reading: the exact one is not late");
    stop();
    browser.watch({ renewS: 1000, rough: true });
    browser.reads(48);
    browser.asked[1]!.take(browser.place(47));
    assert.deepEqual(browser.told.slice(1), [reading(48, 30)]);
  }));

Deno.test("a page that is hidden reads nothing, and begins anew when it is seen", () =>
  inBrowser((browser) => {
    browser.page.hidden = true;
    const stop = browser.watch({ renewS: 5 });
    browser.pass(60);
    assert.deepEqual([browser.how.length, browser.told, browser.timers], [0, [], 0]);
    browser.look(false);
    assert.equal(browser.watches.size, 1);
    browser.fails(1);
    browser.look(true);
    assert.deepEqual([browser.watches.size, browser.timers], [0, 0]);
    // The person may have allowed it meanwhile.
    browser.look(false);
    browser.fails(2);
    browser.reads(48);
    assert.deepEqual(browser.told, ["refused", "nofix", reading(48, 60)]);
    browser.look(false);
    assert.equal(browser.watches.size, 1, "seen twice, it reads once");
    stop();
    assert.deepEqual([browser.watches.size, browser.timers], [0, 0]);
  }));
