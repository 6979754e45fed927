/**
 * What visitors do beside logging: an act that the key of their visit signed under the act's own path, about now. The rule for
 * opinions and awards. API "Caches, logs, media".
 */
import { verifyDocument } from "../../../wire/mod.ts";
import { visitFailure } from "../../errors.ts";
import type { Game } from "../../game.ts";
import type { VisitRow } from "../../tables/visit_store.ts";
import { refuseOrigin } from "./standing.ts";
import { type Act, ownVisit, refuseEnded, refuseStale } from "./undo.ts";

/** The visit that an act under this path is of; throws where its key did not sign that, or its writer may not log here now. */
export function signedVisit(game: Game, id: string, path: string, { key, at, sig }: Act): VisitRow {
  const visit = ownVisit(game, id, key);
  const document = { at, call: visit.call, instance: game.instance, key, path };
  if (!verifyDocument("svc-act/1", document, key, sig)) throw visitFailure.bad_visit_signature();
  refuseStale(game, { at });
  refuseOrigin(game, visit.home, visit.call);
  refuseEnded(game, visit);
  return visit;
}
