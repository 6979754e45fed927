/**
 * Sealing the stages of caches, so that packs open them in the field. A seal costs half a second of one processor
 * core: seals are made in the background, one after the other, and no request waits for them. A pack that is built
 * meanwhile has the stage without its seal, and is new when the seal is there.
 */
import { STRONG_CODE_BITS } from "../rules/tier_limits.ts";
import type { Game } from "../game.ts";
import { cacheRows } from "../tables/cache_store.ts";
import { mediaRows } from "../tables/media_store.ts";
import { packRows } from "../tables/pack_store.ts";
import { perGame } from "../stores.ts";
import { IV_BYTES, SALT_BYTES, seal } from "./seal.ts";
import { knownWords } from "./stage_list.ts";
import { type StageRow, stageRows } from "../tables/stage_store.ts";

class Sealer {
  #running?: Promise<void>;
  #asked = false;
  #closed = false;

  constructor(readonly game: Game) {}

  /** Seals all stages that are not sealed, in the background. A call during a run makes it look once more at its end. */
  wake(): void {
    this.#asked = true;
    this.#running ??= this.#run().catch((error) => {
      if (!this.#closed) this.game.world.log.getChild("caches").error("sealing failed: {error}", { error });
    }).finally(() => this.#running = undefined);
  }

  /** Settles when nothing is being sealed. */
  async idle(): Promise<void> {
    await this.#running;
  }

  /** Stops; nothing is written after it has settled. */
  close(): void {
    this.#closed = true;
  }

  async #run(): Promise<void> {
    while (this.#asked && !this.#closed) {
      this.#asked = false;
      const stages = stageRows(this.game).unsealed({ bits: STRONG_CODE_BITS });
      for (const stage of stages) if (!this.#closed) await this.#seal(stage);
      // Those that were sealed or found weak are no longer among the unsealed: the next ones follow.
      if (stages.length > 0) this.#asked = true;
    }
  }

  async #seal(stage: StageRow): Promise<void> {
    const { game } = this;
    const cache = cacheRows(game).byId({ id: stage.cacheId })!;
    const code = stage.code!;
    // An older version may have counted a weak code as strong: the strength is counted again.
    const { codeBits } = await import("./code_strength.ts");
    const bits = codeBits(code, knownWords(cache));
    if (bits < STRONG_CODE_BITS) {
      await game.db.write((tx) => void stageRows(game).setBits(tx, { ...stage, bits }));
      return;
    }
    const urlOfClip = () => {
      const clip = mediaRows(game).clips({ cache: stage.cacheId }).find((one) => one.stage === stage.n);
      return clip ? `/api/media/${clip.key}` : null;
    };
    const { lat, lon, clue } = stage;
    const mediaUrl = urlOfClip();
    const sealed = await seal(
      { lat, lon, clue, mediaUrl },
      code,
      game.world.random(SALT_BYTES + IV_BYTES),
    );
    if (this.#closed) return;
    await game.db.write((tx) => {
      // Stages that were changed while the seal was made are sealed in the next round.
      if (urlOfClip() !== mediaUrl) return;
      stageRows(game).setSealed(tx, { ...stage, sealed: JSON.stringify(sealed) });
      packRows(game).changed(tx, cacheRows(game).byId({ id: stage.cacheId })!);
    });
  }
}

/** Who seals the stages of the game. */
export const sealerOf = perGame((game: Game) => new Sealer(game));
