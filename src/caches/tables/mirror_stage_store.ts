/** Stages of mirrored caches, as far as their instance publishes them (migration 0880). */
import type { Database } from "../../db/mod.ts";
import type { Game } from "../game.ts";
import { perGame } from "../stores.ts";
import type { StageRow } from "./stage_store.ts";

/** A stage as it is told: its seal opens by the code of its tag alone. */
export interface MirrorStage extends Pick<StageRow, "n" | "unlock"> {
  sealed?: { v: number; iter: number; salt: string; iv: string; data: string } | undefined;
}

function mirrorStageStore(db: Database) {
  return {
    of: db.row<{ gid: string }, { stages: string }>("SELECT stages FROM mirror_stage WHERE gid = :gid"),
    /** Mirrors of an origin that it is to be asked about, those that waited longest first. */
    due: db.rows<{ origin: string; now: number; limit: number }, { gid: string }>(
      "SELECT gid FROM mirror_stage WHERE origin = :origin AND due_at <= :now ORDER BY due_at LIMIT :limit",
    ),
    put: db.change<{ gid: string; stages: string; dueAt: number }>(
      "UPDATE mirror_stage SET stages = :stages, due_at = :dueAt WHERE gid = :gid",
    ),
    putOff: db.change<{ gids: string; dueAt: number }>(
      "UPDATE mirror_stage SET due_at = :dueAt WHERE gid IN (SELECT value FROM json_each(:gids))",
    ),
  };
}

export const mirrorStageRows = perGame((game: Game) => mirrorStageStore(game.db));
