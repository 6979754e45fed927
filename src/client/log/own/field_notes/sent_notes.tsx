/** What became of each field note that was sent: it waits, is being sent, is a log with its page, or needs its member. */
import { PAGES } from "../../../pages/page_table.ts";
import type { Item } from "../../../phone/queue/item.ts";
import { Card, Entries, Entry, GroupHead } from "../../../ui/look/lists.tsx";
import { IconDisc } from "../../../ui/look/radio.tsx";
import { Foreign } from "../../../ui/parts.tsx";
import { say } from "../../../ui/say.ts";

/** Where one reads more of it: a log has a page, all else stands among what waits. */
function leadsTo({ state, answer, id }: Item): string {
  const log = state === "settled" ? (answer?.value as { id?: number } | undefined)?.id : undefined;
  return log !== undefined ? `/find/${log}` : `${PAGES.waiting.path}#${encodeURIComponent(id)}`;
}

/** A refusal in the gateway's own words. */
const wordsOf = ({ state, answer }: Item): string =>
  state === "settled"
    ? say("notes.sent.logged")
    : state === "needs_you"
    ? answer?.sentence ?? say("waiting.needs_you")
    : say("waiting.waiting");

export function SentNotes({ items }: { items: readonly Item[] }) {
  const those = items.filter(({ state }) => state !== "dropped");
  if (those.length === 0) return null;
  return (
    <section>
      <GroupHead>{say("notes.sent")}</GroupHead>
      <Card flush>
        <Entries label={say("notes.sent")}>
          {those.map((item) => (
            <Entry
              key={item.id}
              href={leadsTo(item)}
              disc={item.state === "settled"
                ? <IconDisc icon="check" tint="go" />
                : <IconDisc icon="hourglass" tint={item.state === "needs_you" ? "bad" : "air"} />}
              name={<Foreign>{item.title}</Foreign>}
              line={wordsOf(item)}
            />
          ))}
        </Entries>
      </Card>
    </section>
  );
}
