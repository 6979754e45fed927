/** Sealing the stages of caches, so that packs open them in the field. */
import type { Game } from "../game.ts";
import { cacheRows } from "../hiding/cache_store.ts";
import { mediaRows } from "../media/media_store.ts";
import { packRows } from "../offline/pack_store.ts";
import { IV_BYTES, SALT_BYTES, seal } from "./seal.ts";
import { offlineOf } from "./stage_list.ts";
import { type StageRow, stageRows } from "./stage_store.ts";

/** Seals strong NFC stages that are not sealed as they are now. */
export async function sealMissing(game: Game, stages: readonly StageRow[]): Promise<void> {
  for (const stage of stages) {
    if (stage.sealed !== null || !offlineOf(stage).offline) continue;
    const clip = mediaRows(game).clips({ cache: stage.cacheId }).find((one) => one.stage === stage.n);
    const { lat, lon, clue } = stage;
    const content = { lat, lon, clue, mediaUrl: clip ? `/api/media/${clip.key}` : null };
    const sealed = await seal(content, stage.code!, game.world.random(SALT_BYTES + IV_BYTES));
    await game.db.write((tx) => {
      stageRows(game).setSealed(tx, { ...stage, sealed: JSON.stringify(sealed) });
      packRows(game).changed(tx, cacheRows(game).byId({ id: stage.cacheId })!);
    });
  }
}
