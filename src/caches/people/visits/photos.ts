/** Photos beside a visit, carried after it: signed by its key, cleaned and bounded as members' are. API "Caches, logs, media". */
import { sha256Hex } from "../../../base/mod.ts";
import { verifyDocument } from "../../../wire/mod.ts";
import { gameFailure, visitFailure } from "../../errors.ts";
import type { Game } from "../../game.ts";
import { checkedUpload, deleteRow, fileRow, newUuid, withFile } from "../../media/media.ts";
import { holdQuotas } from "../../media/quotas.ts";
import { LOG_PHOTOS } from "../../rules/media_kind.ts";
import { logRows } from "../../tables/log_store.ts";
import { mediaRows } from "../../tables/media_store.ts";
import { visitRows } from "../../tables/visit_store.ts";
import { mediaView } from "../../views/media_view.ts";
import { BACK_S } from "../../finds/field_time.ts";
import { refuseOrigin } from "./standing.ts";
import { refuseEnded } from "./undo.ts";

interface Carried {
  visit: string;
  /** Its place among the visit's photos, from 1. */
  n: number;
  /** `<at>.<sig>`. */
  signed: string | undefined;
  bytes: Uint8Array;
}

/** Puts a photo beside a visit, in place of the one with its number. The same again gives the one that is there. */
export async function carryPhoto(game: Game, carried: Carried) {
  const { visit: id, n, bytes } = carried;
  if (n > LOG_PHOTOS) throw gameFailure.media_count({ limit: LOG_PHOTOS });
  visited(game, carried);
  const { type, kept } = await checkedUpload(bytes, "image"), media = newUuid(game);
  return await withFile(game, kept, (tx, hash) => {
    const log = visited(game, carried), { cacheId } = log;
    const before = visitRows(game).photo({ visit: id, n });
    const old = before && mediaRows(game).byId({ cache: cacheId, id: before.media });
    if (old?.hash === hash) return { file: mediaView(old), duplicate: true };
    if (old) deleteRow(game, tx, old);
    const home = { cache: cacheId, account: log.accountId, log: log.id };
    holdQuotas(game, tx, home, kept.length, { item: true });
    mediaRows(game).insert(tx, {
      ...fileRow(game, home, type, kept.length, hash),
      ...{ id: media, stage: null, title: "", key: `cache/${cacheId}/media/${media}.${type.ext}` },
    });
    visitRows(game).setPhoto(tx, { visit: id, n, media });
    return { file: mediaView(mediaRows(game).byId({ cache: cacheId, id: media })!), duplicate: false };
  });
}

/** The visit's log, if its key signed this file for it. */
function visited(game: Game, { visit: id, signed = "", bytes }: Carried) {
  const visit = visitRows(game).byId({ id }), log = visit && logRows(game).byId({ id: visit.logId });
  if (!visit || !log || log.removedAt !== null) throw visitFailure.visit_not_found();
  const [, time = "", sig = ""] = /^(\d{1,15})\.([0-9A-Za-z_-]{86})$/.exec(signed) ?? [];
  const document = { at: Number(time), key: visit.key, sha256: sha256Hex(bytes), visit: id };
  if (sig === "" || !verifyDocument("svc-visit-photo/1", document, visit.key, sig)) {
    throw visitFailure.bad_visit_signature();
  }
  if (document.at < game.world.now() - BACK_S) throw visitFailure.too_old();
  refuseOrigin(game, visit.home, visit.call);
  refuseEnded(game, visit);
  return log;
}
