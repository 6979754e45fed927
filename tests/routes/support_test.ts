/** Support: the page, the ledger, who is named, and what erasure leaves. */
import assert from "node:assert/strict";
import { appTest } from "../kit/app.ts";

appTest("the ledger sums what came in and was spent, by purpose and month", {
  SUPPORT_LINKS: JSON.stringify([{ label: "Bank", url: "https://bank.example/club" }]),
}, async (app) => {
  const confirm = (body: Record<string, unknown>) => app.operator.post("/api/support/confirm", body);
  await app.signIn("OE1AAA");
  assert.deepEqual((await confirm({ callsign: "oe1aaa-9", amountCents: 2550, bucket: "hosting" })).body, {
    ok: true,
    supporter: true,
  });
  assert.equal((await confirm({ callsign: "OE9ZZZ", amountCents: 1000 })).body.supporter, false);
  assert.equal((await confirm({ amountCents: -1200, bucket: "hosting", note: "a disk" })).status, 200);
  const { body } = await app.visitor.get("/api/support");
  const { months, ...sums } = body.ledger;
  assert.deepEqual(sums, {
    currency: "EUR",
    totalInCents: 3550,
    totalOutCents: 1200,
    balanceCents: 2350,
    buckets: [
      { bucket: "hosting", inCents: 2550, outCents: 1200 },
      { bucket: "operation", inCents: 1000, outCents: 0 },
    ],
  });
  assert.deepEqual(months.map((one: { inCents: number; outCents: number }) => [one.inCents, one.outCents]), [[
    3550,
    1200,
  ]]);
  const page = await app.visitor.get("/support");
  assert.match(page.text, /23\.50 EUR/);
  assert.match(page.text, /href="https:\/\/bank\.example\/club"/);
  // Nothing is asked for elsewhere.
  assert.doesNotMatch(page.text, /<(script|iframe)\b|src=|<link[^>]*https?:/);
  assert.doesNotMatch(page.text, /a disk/);
});

appTest(
  "a supporter is counted, and named only when that member wishes it and is not suspended",
  {},
  async (app) => {
    const alice = await app.signIn("OE1AAA");
    await app.operator.post("/api/support/confirm", { callsign: "OE1AAA", amountCents: 100 });
    const shown = async () => (await app.visitor.get("/api/support")).body;
    assert.deepEqual([(await shown()).supporters, (await shown()).supporterCount], [[], 1]);
    assert.deepEqual((await alice.get("/api/support/prefs")).body, {
      supporter: true,
      hideNag: false,
      shown: false,
    });
    assert.deepEqual((await alice.post("/api/support/prefs", { shown: true })).body.shown, true);
    assert.deepEqual((await alice.post("/api/support/prefs", { hideNag: true })).body, {
      supporter: true,
      hideNag: true,
      shown: true,
    });
    assert.deepEqual((await shown()).supporters, ["OE1AAA"]);
    assert.equal((await app.visitor.get("/api/profile/OE1AAA")).body.supporter, true);
    app.db.writeNow((tx) =>
      app.people.suspensions.suspend(tx, "OE1AAA", { reason: "spam", category: "spam", until: null })
    );
    assert.deepEqual((await shown()).supporters, []);
  },
);

appTest(
  "money spent makes nobody a supporter; a second currency and wrong amounts are refused",
  {},
  async (app) => {
    const alice = await app.signIn("OE1AAA");
    await app.operator.post("/api/support/confirm", { callsign: "OE1AAA", amountCents: -1 });
    assert.equal((await alice.get("/api/support/prefs")).body.supporter, false);
    const before = app.fingerprint();
    for (
      const [body, status] of [
        [{ amountCents: 5, currency: "USD" }, 409],
        [{ amountCents: 5, currency: "eur" }, 400],
        [{ amountCents: 0.5 }, 400],
        [{ amountCents: 100_000_001 }, 400],
        [{ bucket: "beer" }, 400],
        [{ callsign: "not a call" }, 400],
      ] as const
    ) {
      assert.equal(
        (await app.operator.post("/api/support/confirm", body)).status,
        status,
        JSON.stringify(body),
      );
    }
    assert.equal((await alice.post("/api/support/confirm", { amountCents: 5 })).status, 401);
    assert.equal(app.fingerprint(), before);
  },
);

appTest("who is erased leaves the sums and nothing else", {}, async (app) => {
  const alice = await app.signIn("OE1AAA");
  await alice.post("/api/support/prefs", { shown: true });
  await app.operator.post("/api/support/confirm", {
    callsign: "OE1AAA",
    amountCents: 100,
    note: "from Alice",
    source: "AT12 3456",
  });
  const { accountId } = app.accounts.holder("OE1AAA")!;
  app.db.writeNow((tx) => app.people.portability.erase(tx, accountId));
  const row = app.db.sql("SELECT account_id, amount_cents, note, source FROM donation").get()!;
  assert.deepEqual({ ...row }, { account_id: null, amount_cents: 100, note: null, source: null });
});
