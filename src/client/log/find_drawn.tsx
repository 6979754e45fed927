/** One find as the server draws it: what everybody may read of it. Its writer and operators see more, once the app has come. */
import { sayKind } from "../cache/log_card.tsx";
import { Foreign } from "../ui/parts.tsx";
import { sayDate } from "../ui/times.ts";
import { FindHead } from "./find_head.tsx";
import type { Found } from "./found.ts";

export function FindDrawn(found: Found) {
  const { author, kind, text, foundAt } = found.log;
  return (
    <div class="find-page">
      <div class="evidence-hero" />
      <div class="find-said">
        <FindHead {...found} />
        <p>
          <a class="code" href={`/u/${encodeURIComponent(author.call)}`}>{author.call}</a> {sayKind(kind)}
          {" "}
          <time class="soft" dateTime={new Date(foundAt * 1000).toISOString()}>{sayDate(foundAt)}</time>
        </p>
        {text && (
          <p class="text">
            <Foreign>{text}</Foreign>
          </p>
        )}
      </div>
    </div>
  );
}
