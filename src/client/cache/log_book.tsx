/** The log book of a cache, and one log of it as a card. */
import { Foreign } from "../shell/parts.tsx";
import { type Key, say } from "../shell/say.ts";
import type { LogSeen } from "./log_seen.ts";
import { OwnLog } from "./own_log.tsx";
import { sayDate } from "../shell/times.ts";

/** `changed` is called after somebody has edited or deleted a log of theirs. */
export function LogBook({ logs, address, changed }: {
  logs: readonly LogSeen[];
  /** Path of the log book in the API. */
  address: string;
  changed: () => void;
}) {
  return (
    <section>
      <h2>{say("cache.logs")}</h2>
      {logs.length === 0 ? <p class="soft">{say("cache.nologs")}</p> : (
        <ul class="log-book">
          {logs.map((log, i) => (
            <LogCard key={log.id ?? i} log={log} address={address} changed={changed} gone={changed} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** One log, with how well it is proven. `gone` is called after its writer deleted it. */
export function LogCard({ log, address, changed, gone }: {
  log: LogSeen;
  address: string;
  changed: () => void;
  gone: () => void;
}) {
  const { kind, text, author, foundAt, tier, editedAt, own, photos = [] } = log;
  const word = sayKind(kind);
  return (
    <li class={`log-card log-card-${kind === "found" ? "found" : "other"}`}>
      <p>
        <a class="code" href={`/u/${encodeURIComponent(author.call)}`}>{author.call}</a> {word}
        {kind === "found" && (
          <span class={`tier tier-${tier ?? "none"}`}>{say(`tier.${tier ?? "none"}`)}</span>
        )}
        <span class="soft">{sayDate(foundAt)}{editedAt !== undefined && `, ${say("own.edited")}`}</span>
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
          address={`${address}/${log.id}`}
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
