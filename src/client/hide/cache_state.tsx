/** Says that a cache of one's own is disabled or archived; nothing for one that can be found. */
import { say } from "../ui/say.ts";

const STATES = {
  draft: "edit.status.draft",
  disabled: "edit.status.disabled",
  archived: "edit.status.archived",
} as const;

export function CacheRowState({ status }: { status: string }) {
  return status in STATES ? <span class="wait">{say(STATES[status as keyof typeof STATES])}</span> : null;
}
