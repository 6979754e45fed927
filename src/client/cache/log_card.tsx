/** One log on the line of the log book. */
import { LoggedAt } from "../phone/when.tsx";
import { STICKY_NOTE } from "../ui/icons/field_paths.ts";
import { Icon, type IconName } from "../ui/icons/icon.tsx";
import { CallPlate, TierBadge } from "../ui/look/radio.tsx";
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
  const worth = kind === "found" ? tier ?? "none" : undefined;
  return (
    <li class="log-card">
      <span class={worth === "A" || worth === "B" ? `time-mark time-${worth}` : "time-mark"}>
        <Icon name={worth ? SIGNS[worth] : STICKY_NOTE} />
        {""}
      </span>
      <p class="log-head">
        <CallPlate call={author.call} href={`/u/${encodeURIComponent(author.call)}`} />{" "}
        <span>{sayKind(kind)}</span> {worth && <TierBadge tier={worth}>{say(`tier.${worth}`)}</TierBadge>}
        {" "}
        <span class="soft log-when">
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

const SIGNS: Readonly<Record<"A" | "B" | "none", IconName>> = { A: "radio", B: "map-pin", none: "pencil" };

const KINDS = ["found", "DNF", "note", "maintenance"];
/** The words for a kind of log; a kind that this app does not know is shown as it was written. */
export const sayKind = (kind: string): string => KINDS.includes(kind) ? say(`log.${kind}` as Key) : kind;
