/** What somebody said in a conversation, and below it when, and where it stands. */
import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "../icons/icon.tsx";

/** The signs of what became of a message of one's own; words stand beside them. */
const STATES = {
  queued: { icon: "hourglass", tint: "wait" },
  sent: { icon: "radio", tint: "wait" },
  acked: { icon: "check", tint: "go" },
  failed: { icon: "flag", tint: "bad" },
} as const satisfies Record<string, { icon: IconName; tint: string }>;

/** `line`: what stands below it before its state. `state`: of one's own, what became of it. */
export function Bubble({ mine, state, says, line, action, children }: {
  mine: boolean;
  state?: keyof typeof STATES | undefined;
  says: ComponentChildren;
  line: ComponentChildren;
  action?: ComponentChildren;
  children: ComponentChildren;
}) {
  const sign = state && STATES[state];
  return (
    <li class={mine ? "said-mine" : "said-theirs"} data-delivery={state}>
      <p class="text said-text">{children}</p>
      <p class="said-state">
        {line}
        <span aria-hidden="true">·</span>
        {sign && <Icon name={sign.icon} />}
        <span class={sign?.tint ?? "soft"}>{says}</span>
      </p>
      {action}
    </li>
  );
}
