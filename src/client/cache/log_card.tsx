/** One log as a card. */
import { LoggedAt } from "../phone/when.tsx";
import { Foreign } from "../ui/parts.tsx";
import { type Key, say } from "../ui/say.ts";
import type { LogSeen } from "../phone/known/log_seen.ts";
import { OwnLog } from "./own_log.tsx";

/** One log, with how well it is proven. `gone` is called after its writer deleted it. */
export function LogCard({ log, code, changed, gone }: {
  log: LogSeen;
  /** The cache's. */
  code: string;
  changed: () => void;
  gone: () => void;
}) {
  const { kind, text, author, foundAt, createdAt, tier, editedAt, own, photos = [] } = log;
  const word = sayKind(kind);
  return (
    <li class={`log-card log-card-${kind === "found" ? "found" : "other"}`}>
      <p>
        <a class="code" href={`/u/${encodeURIComponent(author.call)}`}>{author.call}</a> {word}
        {kind === "found" && (
          <span class={`tier tier-${tier ?? "none"}`}>{say(`tier.${tier ?? "none"}`)}</span>
        )}
        <span class="soft">
          <LoggedAt foundAt={foundAt} createdAt={createdAt} />
          {editedAt !== undefined && `, ${say("own.edited")}`}
        </span>
      </p>
      {text && (
        <p class="text">
          <Foreign>{text}</Foreign>
        </p>
      )}
      {photos.length > 0 && (
        <ul class="photos">
          {photos.map(({ id, url, thumbUrl = url }, i) => (
            <li key={id}>
              <a href={url} target="_blank" rel="noreferrer">
                <img src={thumbUrl} alt={say("log.photo", { n: i + 1, call: author.call })} loading="lazy" />
              </a>
            </li>
          ))}
        </ul>
      )}
      {own && log.id !== null && (
        <OwnLog
          params={{ id: code, log: log.id }}
          text={text}
          mendableUntil={own.mendableUntil}
          isNote={kind === "note"}
          changed={changed}
          gone={gone}
        />
      )}
    </li>
  );
}

const KINDS = ["found", "DNF", "note", "maintenance"];
/** The words for a kind of log; a kind that this app does not know is shown as it was written. */
export const sayKind = (kind: string): string => KINDS.includes(kind) ? say(`log.${kind}` as Key) : kind;
