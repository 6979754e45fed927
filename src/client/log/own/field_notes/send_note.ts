/** A field note as a log for the queue: under its own time and id, so that it is one log however often it is sent. */
import { LOG } from "../../../../things/log.ts";
import { newLog } from "../../new_log.ts";
import type { App } from "../../../phone/app.ts";
import type { Item } from "../../../phone/queue/item.ts";
import type { AnswerOf } from "../../../phone/wire/routes.ts";

/** A visit as the gateway tells it. */
export type Noted = AnswerOf<"GET /api/my/field-notes">["notes"][number];

/** Characters of a log at most. */
export const TEXT_MOST = LOG.facts.text.is.most;

/** Why a note cannot be sent as it is: a log without a find needs a text, and none is longer than logs are. */
export const lacksText = ({ kind, text }: Pick<Noted, "kind" | "text">): boolean =>
  (kind === "note" || kind === "maintenance") && text.trim() === "";
export const canBeSent = (note: Noted): boolean =>
  note.state === "ready" && note.cache !== null && !lacksText(note) && note.text.length <= TEXT_MOST;

export async function logOfNote(
  app: App,
  { account, instance }: { account: string; instance: string },
  { at, kind, text, sentId, cache }: Noted,
): Promise<Item> {
  const about = { account, instance, cache: cache!.code, title: cache!.title };
  const isFlag = kind === "maintenance";
  return await newLog(app, about, {
    kind: isFlag ? "look" : kind,
    text,
    position: undefined,
    noted: { at, sentId },
  });
}
