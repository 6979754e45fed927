/** The catalogues as operators see them. */
import { z } from "#schemas";
import { IMPORT_ALLOW } from "../../settings/mod.ts";
import { gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import { type ImportSource, sourceOf, SOURCES } from "./sources.ts";

export const ImportSourceView = z.object({
  id: z.string(),
  sourceName: z.string(),
  state: z.enum(["ready", "needs-permission"]),
  /** Name of the setting without which the source cannot be used. */
  needs: z.string().optional(),
  url: z.string().optional(),
});

/** The catalogues, and which wait for their owners' permission. */
export function importSources(game: Game) {
  const allowed: readonly string[] = game.settings.get(IMPORT_ALLOW);
  return SOURCES.map(({ id, sourceName, needsPermission, url }) => {
    const ready = !needsPermission || allowed.includes(id);
    return {
      id,
      sourceName,
      state: ready ? "ready" as const : "needs-permission" as const,
      ...(!ready && { needs: "IMPORT_ALLOW" }),
      ...(url && { url }),
    };
  });
}

/** The catalogue, if this instance may import it. */
export function allowedSource(game: Game, id: string): ImportSource {
  const source = sourceOf(id);
  if (!source) throw gameFailure.source_unknown({ source: id });
  const allowed: readonly string[] = game.settings.get(IMPORT_ALLOW);
  if (source.needsPermission && !allowed.includes(id)) {
    throw gameFailure.source_needs_permission({ source: id }, `IMPORT_ALLOW does not name ${id}`);
  }
  return source;
}
