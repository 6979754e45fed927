/** In which state a cache of one's own is, where it is not simply there. */
import { say } from "../shell/say.ts";

const STATES = {
  draft: "edit.status.draft",
  disabled: "edit.status.disabled",
  archived: "edit.status.archived",
} as const;

export function CacheRowState({ status }: { status: string }) {
  return status in STATES ? <>· {say(STATES[status as keyof typeof STATES])}</> : null;
}
