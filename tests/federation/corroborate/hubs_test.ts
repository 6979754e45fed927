/** Questions that go through hubs, and hubs that lie: what they hold changes nothing that its peer did not sign. */
import assert from "node:assert/strict";
import { signAnswer } from "../../../src/federation/corroborate/answer.ts";
import { readQuestion } from "../../../src/federation/corroborate/question.ts";
import { withInstances } from "../../routes/federation/instances.ts";
import { type Club, clubs, find, hide, nowhere, seen, wordsIn } from "./club.ts";
import { keyOf, knows } from "./kit.ts";

interface Asked {
  method: string;
  path: string;
  headers: Headers;
  body: Uint8Array;
}
/** A hub that answers as it likes. */
async function withHub(
  answer: (asked: Asked) => Response,
  use: (url: string, asked: Asked[]) => Promise<void>,
): Promise<void> {
  const all: Asked[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    const { method, headers } = request;
    const path = new URL(request.url).pathname;
    const asked = { method, path, headers, body: new Uint8Array(await request.arrayBuffer()) };
    all.push(asked);
    return answer(asked);
  });
  try {
    await use(`http://127.0.0.1:${server.addr.port}`, all);
  } finally {
    await server.shutdown();
  }
}

const taken = (id = "q1") => Response.json({ relayed: true, id, ticket: "t1" }, { status: 202 });
const result = (data: object | null) =>
  Response.json(
    data === null ? { status: "queued", answer: null } : {
      status: "answered",
      answer: { ok: true, kind: "corroborate", data },
    },
  );

/** A finder at a club that knows one peer, through that hub alone; gives what the hub's word came to. */
async function through(answer: (asked: Asked) => Response, polls = 1) {
  const { list, world } = await clubs(["a.example"], { "a.example": { FED_CORROBORATION_QUORUM: "1" } });
  const [a] = list as [Club];
  let told: { word: ReturnType<typeof wordsIn>[string]; tier: string | null; asked: Asked[] } | undefined;
  await withInstances(list, async () => {
    await withHub(answer, async (url, asked) => {
      knows(a, "hub.example", { url, trust: "trusted", capabilities: ["sync-cbor"] });
      a.knows({ id: "b.example", url: "transit:b.example" }, { addedVia: "transit" });
      const path = await hide(a);
      const { finder, log } = await find(a, path);
      for (let i = 0; i < polls; i++) {
        world.pass(15);
        await a.federation.corroboration.poll();
      }
      const late = await seen(path, finder, log.id);
      told = { word: wordsIn(late)["b.example"], tier: late.tier, asked };
    });
  });
  return told!;
}

/** What the peer itself would answer to the question that the hub holds. */
const genuine = (question: Uint8Array, by = "b.example", key = keyOf(by)): string => {
  const read = readQuestion(question);
  assert.ok(read.ok);
  const heard = { distanceM: 200, at: read.body.since + 600 };
  return signAnswer(
    { nonce: read.body.nonce, hash: read.hash },
    heard,
    { answerer: by, at: read.frame.at },
    key,
  )
    .toBase64();
};

Deno.test("a trusted peer that nobody can reach is asked through a hub, by ticket and signature, until it has answered", async () => {
  const questions: Uint8Array[] = [], polled: string[] = [];
  const { word, tier, asked } = await through(({ method, path, body }) => {
    if (method === "POST") return taken(`q${questions.push(body)}`);
    polled.push(path);
    const question = questions[Number(path.slice(-1)) - 1]!;
    return polled.filter((one) => one === path).length <= 2
      ? result(null)
      : result({ status: 200, frameB64: genuine(question) });
  }, 3);
  assert.deepEqual([tier, word.counted, word.distanceM], ["A", true, 200]);
  assert.deepEqual(asked.map(({ method, path }) => `${method} ${path}`).sort(), [
    ...["q1", "q2", "q3", "q4"].flatMap((q) => Array(3).fill(`GET /federation/relay/result/${q}`)),
    ...Array(4).fill("POST /federation/corroborate"),
  ]);
  const { headers } = asked.find(({ path }) => path.endsWith("q1"))!;
  assert.deepEqual([headers.get("x-relay-ticket"), headers.get("x-relay-instance")], ["t1", "a.example"]);
  for (const question of questions) {
    const read = readQuestion(question);
    assert.ok(
      read.ok && read.target === "b.example" && read.frame.signerKey === keyOf("a.example").publicKey,
    );
  }
});

/** What a hub may try. None of it is a yes. */
const LIES: Record<string, { on: (question: Uint8Array) => Response; reason: RegExp }> = {
  "signs the answer itself": {
    on: (q) => result({ status: 200, frameB64: genuine(q, "b.example", keyOf("hub.example")) }),
    reason: /not signed by it/,
  },
  "answers in its own name": {
    on: (q) => result({ status: 200, frameB64: genuine(q, "hub.example") }),
    reason: /not signed by it/,
  },
  "hands back the question": {
    on: (q) => result({ status: 200, frameB64: q.toBase64() }),
    reason: /not signed by it/,
  },
  "changes a bit": {
    on: (q) => {
      const bytes = Uint8Array.fromBase64(genuine(q));
      bytes[60]! ^= 1;
      return result({ status: 200, frameB64: bytes.toBase64() });
    },
    reason: /cannot be read|not signed by it/,
  },
  "says yes without a frame": { on: () => result({ status: 200, frameB64: null }), reason: /cannot be read/ },
  "sends no base64": { on: () => result({ status: 200, frameB64: "%%%" }), reason: /cannot be read/ },
  "says that it was refused": {
    on: () => result({ status: 403, frameB64: null }),
    reason: /refused with status 403/,
  },
  "says that the peer is overloaded": {
    on: () => result({ status: 429, frameB64: null }),
    reason: /was not reached; it is asked again/,
  },
  "has dropped it": {
    on: () => new Response(null, { status: 404 }),
    reason: /was not reached; it is asked again/,
  },
  "sends a page without end": {
    on: () => new Response(new Uint8Array(100_000)),
    reason: /fetches the question/,
  },
  "sends what is no JSON": { on: () => new Response("x"), reason: /was not reached/ },
  "is down for a while": { on: () => new Response(null, { status: 502 }), reason: /fetches the question/ },
  "sends one elsewhere": {
    on: () => new Response(null, { status: 302, headers: { location: "http://169.254.1.1/" } }),
    reason: /fetches the question|was not reached/,
  },
};
for (const [name, { on, reason }] of Object.entries(LIES)) {
  Deno.test(`a hub that ${name} brings no yes`, async () => {
    let question: Uint8Array = new Uint8Array();
    const { word, tier } = await through(({ method, body }) => {
      if (method !== "POST") return on(question);
      question = body;
      return taken();
    });
    assert.deepEqual([tier, word.counted], [null, false]);
    assert.match(word.reason, reason);
  });
}

Deno.test("a ticket or id that could lead elsewhere is not taken", async () => {
  for (
    const body of [
      { relayed: true, id: "../../federation/peers", ticket: "t" },
      { relayed: true, id: "q1", ticket: "t\r\nx-operator-secret: x" },
      { relayed: true, id: "q1", ticket: "" },
      { relayed: true, id: "x".repeat(101), ticket: "t" },
      { relayed: "yes", id: "q1", ticket: "t" },
      { id: "q1", ticket: "t" },
      [],
    ]
  ) {
    const { word, asked } = await through(() => Response.json(body, { status: 202 }));
    assert.match(word.reason, /was not reached/, JSON.stringify(body));
    assert.equal(asked.length, 1);
  }
});

Deno.test("at most three hubs are tried: the configured one, those who named the peer, other trusted ones", async () => {
  const order: string[] = [];
  const refusing = (name: string, use: (url: string) => Promise<void>) =>
    withHub(({ method }) => {
      if (method === "POST") order.push(name);
      return new Response(null, { status: 404 });
    }, (url) => use(url));
  await refusing(
    "configured",
    (configured) =>
      refusing("other", (other) =>
        refusing("named", (named) =>
          refusing("last", async (last) => {
            const { list } = await clubs(["a.example"], { "a.example": { FED_HUB_URL: configured } });
            const [a] = list as [Club];
            await withInstances(list, async () => {
              const plain = { capabilities: ["sync-cbor"] };
              knows(a, "other.example", { url: other, ...plain });
              knows(a, "named.example", { url: named, ...plain });
              knows(a, "last.example", { url: last, ...plain });
              knows(a, "unvetted.example", { url: nowhere("u").url, trust: "unvetted" });
              a.knows({ id: "b.example", url: "transit:b.example" }, {
                addedVia: "transit",
                sightings: [{ via: "named.example", fp: "0".repeat(16), at: 1 }],
              });
              await find(a, await hide(a));
            });
          }))),
  );
  assert.deepEqual(order, ["configured", "named", "other"]);
});

Deno.test("the secret is shown to nobody over plain http", async () => {
  let shown: string | null = "none was asked";
  await withHub(({ headers }) => {
    shown = headers.get("x-fed-secret");
    return new Response(null, { status: 401 });
  }, async (url) => {
    const { list } = await clubs(["a.example"], {
      "a.example": { FED_CORROBORATION_SECRET: "a-secret-of-the-club" },
    });
    await withInstances(list, async () => {
      const [a] = list as [Club];
      a.knows({ id: "b.example", url });
      const { log } = await find(a, await hide(a));
      assert.match(wordsIn(log)["b.example"].reason, /refused with status 401/);
    });
  });
  assert.equal(shown, null);
});
