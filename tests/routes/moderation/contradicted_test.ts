/** What the gateway reports by itself is told to operators as what it is made of: their page says it in their language. */
import assert from "node:assert/strict";
import { appTest } from "../../kit/app.ts";
import { find, hide } from "../../kit/seed_game.ts";
import en from "../../../src/words/en/admin.json" with { type: "json" };
import de from "../../../src/words/de/admin.json" with { type: "json" };

appTest(
  "a find that is contradicted is a report of nobody, with its why as code and values",
  {},
  async (app) => {
    const { code } = await hide(app, "OE1ABC", { title: "Mill" });
    const log = await find(app, "OE7PQR", code);
    const said = { code: "too_fast", values: { gapS: 60, kmh: 900, most: 300 } };
    app.db.writeNow((tx) =>
      app.gameNeeds.events!.contradicted(tx, {
        ...{ log: log.id, call: "OE7PQR", reason: "another position 60 s apart", said },
      })
    );
    const { reports: [report] } = (await app.operator.get("/api/admin/moderation/reports")).body;
    assert.deepEqual([report.reporter, report.found], [null, { call: "OE7PQR", why: said }]);
    assert.match(report.text, /OE7PQR.*another position/);
    // What a member writes is theirs, and is said by nobody else.
    const member = await app.signIn("OE1ABC");
    const own = {
      kind: "log",
      id: String(log.id),
      category: "spam",
      text: "no",
      found: { call: "X", why: said },
    };
    const sent = await member.post("/api/reports", own);
    const all = (await app.operator.get("/api/admin/moderation/reports")).body.reports;
    if (sent.status === 201) assert.equal(all[0].found, null);
    for (const words of [en, de]) {
      assert.match(words["reports.contradicted"], /\{call\}.*\{why\}/);
      assert.ok(words["reports.by.itself"]);
    }
  },
);
