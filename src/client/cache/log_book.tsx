/** The log book of a cache, and one log of it as a card. */
import { useSignal } from "@preact/signals";
import { LoggedAt } from "../log/when.tsx";
import { Button, Foreign, Notice } from "../shell/parts.tsx";
import { type Key, say } from "../shell/say.ts";
import type { LogSeen } from "./log_seen.ts";
import { OwnLog } from "./own_log.tsx";
import { useLogBook } from "./read_log_book.ts";

/** The log book, the newest first, with a button for what is older. `code`: the cache's, or a mirror's global id. */
export function LogBook({ code }: { code: string }) {
  const address = `/api/caches/${encodeURIComponent(code)}/logs`;
  const { pages, problem, again, older } = useLogBook(code, address);
  const busy = useSignal(false);
  const logs = pages.value.flatMap((page) => page.logs), last = pages.value.at(-1);
  const changed = () => void again();
  const more = () => {
    busy.value = true;
    void older().finally(() => busy.value = false);
  };
  return (
    <section class="logs">
      <h2>{say("cache.logs")}</h2>
      {logs.length === 0 ? <p class="soft">{say("cache.nologs")}</p> : (
        <ul class="log-book">
          {logs.map((log, i) => (
            <LogCard key={log.id ?? i} log={log} address={address} changed={changed} gone={changed} />
          ))}
        </ul>
      )}
      {last?.logCount !== undefined && last.logCount > logs.length && (
        <p class="soft">{say("cache.logs.packed", { here: logs.length, n: last.logCount })}</p>
      )}
      {problem.value && <Notice>{problem.value}</Notice>}
      {last?.nextCursor && <Button onClick={more} disabled={busy.value}>{say("activity.more")}</Button>}
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
