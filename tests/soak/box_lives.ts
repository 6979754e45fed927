/** Lives of a box that is killed: what its switches are in each, and what it may have transmitted by then. */
import assert from "node:assert/strict";
import { decodeFrame, encodeTnc2, isUnreadable, KissReader } from "../../src/aprs/mod.ts";
import { realWorld } from "../../src/base/mod.ts";
import { loadBoxFile, saveBoxFile, sealOf } from "../../src/box/config/box_file.ts";
import { openBoxDatabase } from "../../src/box/run/box.ts";
import { openFacts } from "../../src/box/spool/facts.ts";
import type { Database } from "../../src/db/mod.ts";
import type { makeBox } from "../kit/box.ts";

/** In turn: what the locks are in one life of the box. */
export const LIVES = ["on", "quiet", "on", "dry", "hand edit", "on", "off"] as const;
export type Life = typeof LIVES[number];

/** Uses the database of a box that does not run. */
export function opened<T>(dir: string, use: (db: Database) => T): T {
  const db = openBoxDatabase(dir, realWorld());
  try {
    return use(db);
  } finally {
    db.close();
  }
}

/** Throws the switches of a box that does not run as commands do, or as a hand does. */
export function throwSwitches(dir: string, life: Life, draw: () => number): void {
  const file = loadBoxFile(dir)!;
  if (life === "hand edit") {
    return saveBoxFile(dir, { ...file, tx: "on", quiet: false, instance: `${draw()}` });
  }
  const next = { ...file, tx: life === "quiet" ? "on" as const : life, quiet: life === "quiet" };
  saveBoxFile(dir, next);
  opened(dir, (db) => db.writeNow((tx) => openFacts(db).set(tx, "seal", sealOf(next))));
}

/** The frames among bytes that reached a TNC, as monitor lines. */
export function framesOf(received: readonly Uint8Array[]): string[] {
  const reader = new KissReader();
  return received.flatMap((bytes) => reader.push(bytes)).map(({ data }) => {
    const packet = decodeFrame(data);
    return isUnreadable(packet) ? packet.unreadable : encodeTnc2(packet);
  });
}

/** Queues a message for the air, as the owner's command does. */
export function queueMessage(db: Database, text: string): void {
  db.writeNow((tx) =>
    db.sql<Record<string, string | number>>(
      `INSERT INTO box_command (box, call, kind, payload, status, created_at)
       VALUES ('attic', 'OE1BOX', 'message', :payload, 'queued', :at)`,
    ).run(tx, { payload: JSON.stringify({ to: "OE3GHI-7", text }), at: Math.floor(Date.now() / 1000) })
  );
}

/** Makes the box `attic` its owner's, whose commands it then takes. */
export async function claimBox({ app }: Parameters<typeof makeBox>[1]): Promise<void> {
  const owner = await app.signIn("OE1BOX");
  const { body: { code } } = await app.ingest.post("/api/box/attic/pair", {});
  assert.equal((await owner.post("/api/box/attic/claim", { code })).status, 200);
}

/** What left has a row, and the commands' bucket held over all the deaths: three at once, then one a minute. */
export function holdPace(dir: string, sent: readonly string[], minutes: number): void {
  assert.ok(sent.length <= 3 + Math.ceil(minutes), `${sent.length} frames in ${minutes} minutes`);
  assert.ok(sent.length > 0, "nothing was ever sent, so nothing was proven");
  const rows = opened(dir, (db) =>
    db.sql<never, { frame: string }>(
      "SELECT frame FROM transmission WHERE verdict IN ('handed_over', 'unknown')",
    ).all().map(({ frame }) => frame));
  for (const frame of sent) assert.ok(rows.includes(frame), `no row of ${frame}`);
}
