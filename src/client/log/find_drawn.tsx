/** One find as the server draws it: what everybody may read of it. Its writer and operators see more, once the app has come. */
import { sayKind } from "../cache/log_card.tsx";
import { FlagLines } from "../phone/known/flags.tsx";
import { LOG_FLAGS } from "../phone/known/other_facts.ts";
import { Foreign } from "../ui/parts.tsx";
import { sayDate } from "../ui/times.ts";
import { FindFrame } from "./find_frame.tsx";
import type { Found } from "./found.ts";

export function FindDrawn(found: Found) {
  const { author, kind, text, foundAt } = found.log;
  return (
    <FindFrame found={found} hero={<div class="evidence-hero" />}>
      <p>
        <a class="code" href={`/u/${encodeURIComponent(author.call)}`}>{author.call}</a> {sayKind(kind)}{" "}
        <time class="soft" dateTime={new Date(foundAt * 1000).toISOString()}>{sayDate(foundAt)}</time>
      </p>
      <FlagLines of={found.log} flags={LOG_FLAGS} />
      {text && (
        <p class="text">
          <Foreign>{text}</Foreign>
        </p>
      )}
    </FindFrame>
  );
}
