/** 100,000 messages and 10,000 bulletins: every list goes by an index, sorts nothing and stops at its page. */
import assert from "node:assert/strict";
import { listBulletins } from "../../../src/bbs/bulletins/list.ts";
import { forwardStore } from "../../../src/bbs/tables/forward_store.ts";
import { messageStore } from "../../../src/bbs/tables/message_store.ts";
import { offerTo } from "../../../src/bbs/forwarding/offer.ts";
import { readMailbox, readThread } from "../../../src/bbs/counter/read_mail.ts";
import { SHELL } from "../../../src/bbs/tables/sides.ts";
import { appTest, type TestApp } from "../../kit/app.ts";
import { partner } from "../../kit/bbs.ts";

const MESSAGES = 100_000, BULLETINS = 10_000;

/** Fills the table at once: two hundred mailboxes, fifty categories, threads of twenty. */
function fill(app: TestApp): void {
  const now = app.world.now();
  app.db.writeNow((tx) => {
    app.db.exec(
      tx,
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MESSAGES + BULLETINS})
       INSERT INTO bbs_message (id, bid, type, from_call, from_base, to_call, to_base, at, source, posted_at, received_at,
         expires_at, thread_id, delivery, subject, body)
       SELECT i, 'B' || i, iif(i <= ${MESSAGES}, 'P', 'B'), 'OE' || (i % 10) || 'AA' || char(65 + i % 20), 'OE' || (i % 10) || 'AA' || char(65 + i % 20),
         iif(i <= ${MESSAGES}, 'DL' || (i % 200) || 'A', 'CAT' || (i % 50)), iif(i <= ${MESSAGES}, 'DL' || (i % 200) || 'A', 'CAT' || (i % 50)),
         iif(i % 2 = 0, 'EU', 'WW'), 'rf-fbb:N0THRD', ${now} - 200000 + i, ${now}, iif(i <= ${MESSAGES}, NULL, ${now} + 1000000), (i / 20) * 20,
         iif(i <= ${MESSAGES}, 'here', 'spread'), CAST('Subject' AS BLOB), CAST('A text of some length, as people write them.' AS BLOB)
       FROM n`,
    );
  });
}

/** How SQLite goes about a statement that the store has: its plan, one line a step. */
function planOf(app: TestApp, text: string): string[] {
  const names = [...new Set([...text.matchAll(/:([A-Za-z_]\w*)/g)].map((match) => match[1]!))];
  const values = Object.fromEntries(
    names.map((
      name,
    ) => [name, name === "bases" || name === "proven" || name === "shown" || name === "ids" ? "[]" : 1]),
  );
  return app.db.sql<Record<string, string | number>, { detail: string }>(`EXPLAIN QUERY PLAN ${text}`).all(
    values,
  )
    .map(({ detail }) => detail);
}

/** Statements that were run, by the text that the database was asked to prepare. */
function watched(app: TestApp): { texts: string[]; stop(): void } {
  const texts: string[] = [];
  const { sql } = app.db;
  app.db.sql = ((text: string) => {
    texts.push(text);
    return sql.call(app.db, text);
  }) as typeof sql;
  return { texts, stop: () => void (app.db.sql = sql) };
}

appTest(
  "mailbox, category, thread and pool are read by an index, without sorting, a page's rows and no more",
  {},
  async (app) => {
    await partner(app, "OE9XBB", []);
    fill(app);
    const { office } = app.bbs;
    const watch = watched(app);
    messageStore(app.db);
    forwardStore(app.db);
    watch.stop();
    const find = (part: string): string => {
      const found = watch.texts.filter((text) => text.includes(part));
      assert.equal(found.length, 1, `${part} stands in ${found.length} statements`);
      return found[0]!;
    };
    const plans: [what: string, part: string, index: string][] = [
      ["received", "m.to_base = :base AND m.type <> 'B' AND m.id", "bbs_message_to"],
      ["sent", "m.from_base = :base AND m.type", "bbs_message_from"],
      ["thread", "m.thread_id = :thread", "bbs_message_thread"],
      ["category", "m.to_call = :category", "bbs_bulletin_category"],
      [
        "bulletins",
        "length(m.body) AS size FROM bbs_message m WHERE m.type = 'B' AND (m.posted_at",
        "bbs_bulletin_posted",
      ],
      ["open mail", "m.delivery IN ('no_route', 'queued') AND m.id > :after", "bbs_message_open"],
      ["areas", "SELECT min(at) FROM bbs_message", "bbs_bulletin_area"],
      ["expired", "expires_at <= :now ORDER BY", "bbs_message_expires"],
      ["waiting", "f.hold_reason IS NULL AND f.message_id > :after", "bbs_forward_waiting"],
      ["oldest", "f.hold_reason IS NULL ORDER BY", "bbs_forward_waiting"],
      ["held", "f.hold_reason IS NOT NULL", "bbs_forward_held"],
    ];
    for (const [what, part, index] of plans) {
      const plan = planOf(app, find(part)).join("\n");
      assert.match(plan, new RegExp(`USING (COVERING )?INDEX ${index}\\b`), `${what}:\n${plan}`);
      assert.ok(!/TEMP B-TREE/.test(plan), `${what} is sorted:\n${plan}`);
      assert.ok(!/SCAN (m|f|bbs_message|bbs_forward)\b(?! USING)/.test(plan), `${what} is scanned:\n${plan}`);
    }

    // Rows that are looked at: counted by a function that the condition calls for each.
    let stepped = 0;
    app.db.define("step", () => ++stepped);
    const rows = (where: string, order: string) => {
      stepped = 0;
      app.db.sql(`SELECT id, step(id) FROM bbs_message m WHERE ${where} ORDER BY ${order} LIMIT 200`).all();
      return stepped;
    };
    assert.equal(rows("m.to_base = 'DL7A' AND m.type <> 'B'", "m.id DESC"), 200);
    assert.equal(rows("m.type = 'B' AND m.to_call = 'CAT7'", "m.posted_at DESC, m.id DESC"), 200);

    const page = readMailbox(office, "received", "DL7A", SHELL);
    assert.deepEqual([page.messages.length, page.messages[0]!.toCall], [200, "DL7A"]);
    assert.equal(listBulletins(office, { category: "CAT7" }).bulletins.length, 200);
    assert.equal(listBulletins(office).bulletins.length, 200);
    assert.equal(readThread(office, 105_000, undefined).messages.length, 20);

    // A partner that has all of it but ten is offered ten.
    const rule = await app.operator.post("/api/bbs/forward", { partner: "OE9XBB", route: "*" });
    assert.equal(rule.status, 201);
    app.db.writeNow((tx) => {
      app.db.exec(
        tx,
        `UPDATE bbs_forward SET state = 'sent', settled_at = 1 WHERE message_id <= ${
          MESSAGES + BULLETINS - 10
        }`,
      );
    });
    const offered = await offerTo(office, "OE9XBB", { most: 50, bytes: Infinity });
    assert.equal(offered.length, 10);

    if (Deno.env.get("BBS_FIGURES") === "1") {
      const time = (what: string, run: () => void) => {
        const started = performance.now();
        for (let n = 0; n < 20; n++) run();
        console.log(`${what}: ${((performance.now() - started) / 20).toFixed(2)} ms`);
      };
      time("mailbox", () => readMailbox(office, "received", "DL7A", SHELL));
      time("category", () => listBulletins(office, { category: "CAT7" }));
      time("bulletins", () => listBulletins(office));
      time("thread", () => readThread(office, 105_000, undefined));
      const started = performance.now();
      await offerTo(office, "OE9XBB", { most: 50, bytes: Infinity });
      console.log(`pool of ten: ${(performance.now() - started).toFixed(2)} ms`);
    }
  },
);
