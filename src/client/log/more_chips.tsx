/** What else a log says: when the visit was, who came along, and that its cache is a favourite. Each opens in its place. */
import type { Signal } from "@preact/signals";
import { useSignal } from "@preact/signals";
import { LOG } from "../../things/log.ts";
import { useApp } from "../phone/app.ts";
import { CLOCK, HEART } from "../ui/icons/field_paths.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { Chip } from "../ui/look/choose.tsx";
import { TextField } from "../ui/fields.tsx";
import { say } from "../ui/say.ts";
import { sayTime } from "../ui/times.ts";

/** How far back a visit may be, seconds: the gateway takes no older time. */
const BACK_S = 7 * 86_400;

/** Letters of the names at most. */
const COMPANY_MOST = 120;

const two = (n: number) => String(n).padStart(2, "0");
/** A time as a field of the browser has it: in the phone's own zone, to the minute. */
export function fieldOf(at: number): string {
  const date = new Date(at * 1000);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${
    two(date.getMinutes())
  }`;
}

/** The time of a field; none where it is empty, to come, or too long ago to be taken. */
export function visitOf(field: string, now: number): number | undefined {
  const at = new Date(field).getTime() / 1000;
  return at <= now && at >= now - BACK_S ? at : undefined;
}

/** A log's text with those who came along as its last line; without one where there is no room for it. */
export function textWith(text: string, company: string): string {
  const names = company.trim().replace(/\s+/g, " ");
  if (names === "") return text;
  const whole = [text.trimEnd(), say("write.with.line", { names })].filter(Boolean).join("\n");
  return whole.length > LOG.facts.text.is.most ? text : whole;
}

export function MoreChips({ text, visited, company, liked, wasLiked, mayLike }: {
  /** What is written so far. */
  text: string;
  visited: Signal<number | undefined>;
  /** Names and calls of those who came along. */
  company: Signal<string>;
  /** What it shall be, where that was pressed. */
  liked: Signal<boolean | undefined>;
  wasLiked: boolean;
  mayLike: boolean;
}) {
  const { gateway } = useApp(),
    open = useSignal<"time" | "company" | undefined>(undefined),
    field = useSignal("");
  const now = gateway.now(), at = visited.value, isLiked = liked.value ?? wasLiked;
  const turn = (what: "time" | "company") => () => open.value = open.peek() === what ? undefined : what;
  const set = (written: string) => {
    field.value = written;
    visited.value = visitOf(written, gateway.now());
  };
  return (
    <div class="log-more">
      <div class="chips" role="group" aria-label={say("write.more")}>
        <Chip on={at !== undefined} opens={open.value === "time"} onClick={turn("time")}>
          <Icon name={CLOCK} />
          {at === undefined ? say("write.now") : sayTime(at, now)}
        </Chip>
        <Chip on={company.value.trim() !== ""} opens={open.value === "company"} onClick={turn("company")}>
          <Icon name="user" />
          {company.value.trim() === "" ? say("write.alone") : say("write.with.chip")}
        </Chip>
        {mayLike && (
          <Chip
            on={isLiked}
            onClick={() => liked.value = isLiked === wasLiked ? !wasLiked : undefined}
          >
            <Icon name={HEART} />
            {say("cache.favorite")}
          </Chip>
        )}
      </div>
      {open.value === "company" && (
        <TextField
          id="company"
          label={say("write.with")}
          hint={say("write.with.hint")}
          maxLength={COMPANY_MOST}
          wrong={company.value.trim() !== "" && textWith(text, company.value) === text &&
            say("write.with.wrong")}
          value={company}
        />
      )}
      {open.value === "time" && (
        <TextField
          id="visited"
          type="datetime-local"
          label={say("write.visited")}
          hint={say("write.visited.hint")}
          min={fieldOf(now - BACK_S + 60)}
          max={fieldOf(now)}
          wrong={field.value !== "" && at === undefined && say("write.visited.wrong")}
          value={field.value || fieldOf(at ?? now)}
          set={set}
        />
      )}
    </div>
  );
}
