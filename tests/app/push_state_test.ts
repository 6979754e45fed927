/** Push: what the browser says, what the gateway has and its key are compared, and put right for who asked for it. */
import assert from "node:assert/strict";
import type { Gateway } from "../../src/client/phone/ask.ts";
import { PUSHED, recall, remember } from "../../src/client/phone/choices.ts";
import { isPushed, takePush } from "../../src/client/phone/push/push.ts";

const KEY = "BAEC", OTHER = "BAED";
const bytesOf = (key: string) => Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0)).buffer;

/** A browser with a subscription under a key, or none; `fails` is what its push service answers first. */
function browser(key: string | undefined, fails?: string) {
  const seen: string[] = [];
  let has: { endpoint: string; key: string } | undefined = key === undefined
    ? undefined
    : { endpoint: "https://p/1", key };
  let failing = fails;
  const subscription = () =>
    has && {
      endpoint: has.endpoint,
      options: { applicationServerKey: bytesOf(has.key) },
      toJSON: () => ({ endpoint: has!.endpoint, keys: { p256dh: "p", auth: "a" } }),
      unsubscribe: () => {
        seen.push("unsubscribe");
        has = undefined;
        return Promise.resolve(true);
      },
    };
  const pushManager = {
    getSubscription: () => Promise.resolve(subscription() ?? null),
    subscribe: ({ applicationServerKey }: { applicationServerKey: string }) => {
      seen.push(`subscribe ${applicationServerKey}`);
      if (failing) {
        const name = failing;
        failing = undefined;
        return Promise.reject(new DOMException(name, name));
      }
      if (has && has.key !== applicationServerKey) {
        return Promise.reject(new DOMException("other key", "InvalidStateError"));
      }
      has = { endpoint: "https://p/2", key: applicationServerKey };
      return Promise.resolve(subscription());
    },
  };
  const registration = { pushManager };
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: { getRegistration: () => Promise.resolve(registration), ready: Promise.resolve(registration) },
  });
  Object.assign(globalThis, {
    isSecureContext: true,
    Notification: { permission: "granted", requestPermission: () => Promise.resolve("granted") },
  });
  return seen;
}

/** A gateway with this key that has a row of the browser, or none; or one that is not reached. */
function gateway(key: string | null, here: boolean, reached = true) {
  const posts: string[] = [];
  const ok = (value: unknown) => Promise.resolve({ ok: true, value, status: 200 });
  const made = {
    get: (path: string) =>
      !reached
        ? Promise.resolve({ ok: false, refused: false, status: 0, reason: "", sentence: "" })
        : ok(path.startsWith("/api/push/key") ? { key } : { key, here: here ? { addedAt: 1 } : null }),
    ask: (_method: string, path: string, body: { endpoint: string }) => {
      posts.push(`${path} ${body.endpoint}`);
      return ok({ ok: true });
    },
  };
  return { posts, gateway: made as never as Gateway };
}

const CASES: [
  what: string,
  browser: string | undefined,
  server: [key: string | null, here: boolean, reached?: boolean],
  whose: string | null,
  is: boolean,
  posts: string[],
  seen: string[],
][] = [
  ["both know each other", KEY, [KEY, true], null, true, [], []],
  ["the browser alone knows, for the same person", KEY, [KEY, false], "OE1ANA", true, [
    "/api/push/subscribe https://p/1",
  ], []],
  ["the browser alone knows, for somebody before", KEY, [KEY, false], "OE3FND", false, [], []],
  ["nobody is noted", KEY, [KEY, false], null, false, [], []],
  ["the gateway has another key", OTHER, [KEY, true], "OE1ANA", true, ["/api/push/subscribe https://p/2"], [
    `subscribe ${KEY}`,
    "unsubscribe",
    `subscribe ${KEY}`,
  ]],
  ["the gateway has no keys", KEY, [null, false], "OE1ANA", false, [], []],
  ["the gateway is not reached: the browser is believed", KEY, [KEY, false, false], "OE1ANA", true, [], []],
  ["the browser has none", undefined, [KEY, true], "OE1ANA", false, [], []],
];

Deno.test("a switch for push is on where browser and gateway agree, and both are put right for who asked", async () => {
  for (const [what, has, server, whose, is, posts, seen] of CASES) {
    const did = browser(has), there = gateway(...server);
    remember(PUSHED, whose);
    assert.equal(await isPushed(there.gateway, "OE1ANA"), is, what);
    assert.deepEqual([there.posts, did], [posts, seen], what);
  }
});

Deno.test("why a browser takes no messages: its service did not answer, or somebody refused; another key is let go first", async () => {
  for (
    const [fails, reason] of [["AbortError", "push_unreached"], ["NotAllowedError", "push_declined"]] as const
  ) {
    browser(undefined, fails);
    const { gateway: asked, posts } = gateway(KEY, false), answer = await takePush(asked, "OE1ANA");
    assert.equal(!answer.ok && answer.refused && answer.reason, reason);
    assert.deepEqual(posts, []);
  }
  remember(PUSHED, null);
  const did = browser(OTHER), { gateway: asked, posts } = gateway(KEY, false);
  assert.ok((await takePush(asked, "OE1ANA")).ok);
  assert.deepEqual(did, [`subscribe ${KEY}`, "unsubscribe", `subscribe ${KEY}`]);
  assert.deepEqual(posts, ["/api/push/subscribe https://p/2"]);
  assert.equal(recall(PUSHED), "OE1ANA");
});
