/** One log on the line of the log book. */
import { LoggedAt } from "../phone/when.tsx";
import { STICKY_NOTE } from "../ui/icons/field_paths.ts";
import { Icon, type IconName } from "../ui/icons/icon.tsx";
import { CallPlate, FindBadge, worthHere } from "../ui/look/radio.tsx";
import { Foreign } from "../ui/parts.tsx";
import { type Key, say } from "../ui/say.ts";
import { FlagLines } from "../phone/known/flags.tsx";
import { LOG_FLAGS } from "../phone/known/other_facts.ts";
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
  const { kind, text, author, foundAt, createdAt, editedAt, own, photos = [], fieldTimeRejected } = log;
  const worth = kind === "found" ? worthHere(log) : undefined;
  return (
    <li class="log-card">
      <span class={worth === "A" || worth === "B" ? `time-mark time-${worth}` : "time-mark"}>
        <Icon name={worth ? SIGNS[worth] : STICKY_NOTE} />
        {""}
      </span>
      <p class="log-head">
        <CallPlate call={author.call} href={`/u/${encodeURIComponent(author.call)}`} />{" "}
        {author.home && `· ${author.home} `}
        <span>{sayKind(log.look ? "look" : kind)}</span> {worth && <FindBadge of={log} />}{" "}
        <span class="soft log-when">
          <LoggedAt foundAt={foundAt} createdAt={createdAt} />
          {editedAt !== undefined && `, ${say("own.edited")}`}
        </span>
      </p>
      {own && fieldTimeRejected !== undefined && <p class="soft">{sayTimeLeft(fieldTimeRejected)}</p>}
      {log.held && <p class="soft">{say("waits.log")}</p>}
      <FlagLines of={log} flags={LOG_FLAGS} />
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
          log={log}
          mendableUntil={own.mendableUntil}
          isNote={kind === "note"}
          changed={changed}
          gone={gone}
        />
      )}
    </li>
  );
}

const LEFT = ["future", "too_old", "before_cache", "before_key", "unsigned"];
/** Why the time that the device noted was left, and that of the arrival stands there. */
const sayTimeLeft = (why: string): string =>
  say("log.time_left", { why: LEFT.includes(why) ? say(`log.time_left.${why}` as Key) : why });

const SIGNS: Readonly<Record<ReturnType<typeof worthHere>, IconName>> = {
  ...{ A: "radio", B: "map-pin", none: "pencil", uncounted: "pencil" },
};

const KINDS = ["found", "DNF", "note", "look", "maintenance"];
/** The words for a kind of log; a kind that this app does not know is shown as it was written. */
export const sayKind = (kind: string): string => KINDS.includes(kind) ? say(`log.${kind}` as Key) : kind;
