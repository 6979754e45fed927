/** One thing of each kind that can be reported and removed, each with a word of its own in every text. */
import assert from "node:assert/strict";
import type { ReportedKind } from "../../src/moderation/mod.ts";
import type { Client, TestApp } from "./app.ts";
import { rf } from "./boxes.ts";
import { find, hide } from "./seed_game.ts";

export const OWNER = "OE1ABC";
export const FINDER = "DL1XYZ";
export const ADDRESSEE = "OE3BOB";

export interface Club {
  owner: Client;
  finder: Client;
  addressee: Client;
  /** Id of the thing of each kind, as a report names it. */
  ids: Record<ReportedKind, string>;
  /** The cache on which the log and the photo stand; it stays. */
  seen: { id: number; code: string };
}

/** The word that stands in every text of a kind's thing. */
export const wordOf = (kind: ReportedKind): string => `xq${kind}qx`;

const PNG = Uint8Array.from(
  atob(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  ),
  (char) => char.charCodeAt(0),
);

/** A club with one thing of each kind. */
export async function club(app: TestApp): Promise<Club> {
  const owner = await app.signIn(OWNER), finder = await app.signIn(FINDER);
  const addressee = await app.signIn(ADDRESSEE);
  const word = wordOf;
  const seen = await hide(app, OWNER, { title: "Plain to see", description: "shown" });
  const cache = await hide(app, OWNER, {
    title: word("cache"),
    description: word("cache"),
    hint: word("cache"),
  });
  const log = await find(app, FINDER, seen.code, { text: word("log") });
  const media = await owner.post(`/api/caches/${seen.id}/media?title=${word("media")}`, PNG, {
    "content-type": "image/png",
  });
  assert.equal(media.status, 201, media.text);
  const at = app.world.now();
  const heard = await app.ingest.post("/ingest", {
    packets: [
      rf(app, `${OWNER}>APRS::${ADDRESSEE.padEnd(9)}:${word("message")}`, "OE1GATE-1"),
      {
        raw: JSON.stringify({
          type: "msg",
          src_type: "lora",
          src: OWNER,
          dst: "20",
          msg: word("mesh"),
          msg_id: "0A0B0C0D",
        }),
        heardAt: at,
        via: "meshcom",
        site: "OE1GATE-1",
        port: "meshcom",
      },
    ],
  });
  assert.equal(heard.body.accepted, 2, heard.text);
  const bulletin = await owner.post("/api/bbs/messages", {
    fromCall: OWNER,
    toCall: "ALL",
    subject: word("bbs"),
    body: word("bbs"),
  });
  assert.equal(bulletin.status, 201, bulletin.text);
  const mail = await owner.post("/api/mailbox", { from: OWNER, to: ADDRESSEE, text: word("mailbox") });
  assert.equal(mail.status, 201, mail.text);
  const card = await owner.post("/auth/profile", {
    displayName: word("profile"),
    bio: word("profile"),
    profilePublic: true,
  });
  assert.equal(card.status, 200, card.text);
  const message = app.db.sql<never, { id: number }>("SELECT id FROM message WHERE body LIKE 'xq%'").get()!;
  const mesh = app.db.sql<never, { id: number }>("SELECT id FROM mesh_message").get()!;
  // A line of the owner's on the card of the finder, whom the owner's receiver heard.
  app.db.writeNow((tx) => {
    app.db.sql<{ id: number }>(`UPDATE log SET tier = 'A', site = '${OWNER}' WHERE id = :id`).run(tx, {
      id: log.id,
    });
    app.db.sql<{ find: number; finder: number; owner: number; line: string; at: number }>(
      `INSERT INTO qsl (log_id, account_id, call, base, code, design, made_at, line, line_account, line_call, line_at)
       VALUES (:find, :finder, '${FINDER}', '${OWNER}', 'CARDABCDEF', 'map', :at, :line, :owner, '${OWNER}', :at)`,
    ).run(tx, {
      ...{ find: log.id, line: word("card"), at },
      finder: app.accounts.holder(FINDER)!.accountId,
      owner: app.accounts.holder(OWNER)!.accountId,
    });
  });
  const ids: Record<ReportedKind, string | number> = {
    cache: cache.id,
    log: log.id,
    media: media.body.id,
    message: message.id,
    bbs: bulletin.body.id,
    mailbox: mail.body.id,
    mesh: mesh.id,
    profile: OWNER,
    card: "CARDABCDEF",
  };
  return {
    owner,
    finder,
    addressee,
    seen: { id: seen.id, code: seen.code },
    ids: Object.fromEntries(Object.entries(ids).map(([kind, id]) => [kind, String(id)])) as Record<
      ReportedKind,
      string
    >,
  };
}
