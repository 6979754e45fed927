/** When something was logged and when it was sent: for people, with the exact time on hover and for programs. */
import type { ComponentChildren } from "preact";
import { useApp } from "./app.ts";
import { type Key, say } from "../ui/say.ts";
import { sayTime } from "../ui/times.ts";

/** A time, unix seconds: as `sayTime` says it; its title is the whole of it in UTC. */
function When({ at }: { at: number }) {
  const exact = new Date(at * 1000).toISOString().replace(".000Z", "Z");
  return <time dateTime={exact} title={exact}>{sayTime(at, useApp().gateway.now())}</time>;
}

/** A sentence with times in it: a `{name}` of the sentence is replaced by the time of this name, unix seconds. */
export function Times({ of, at }: { of: Key; at: Readonly<Record<string, number>> }) {
  const parts: ComponentChildren[] = say(of).split(/\{(\w{1,20})\}/);
  for (let i = 1; i < parts.length; i += 2) parts[i] = <When at={at[String(parts[i])]!} />;
  return <>{parts}</>;
}

/** A log that reached the gateway so many seconds after the moment that it is about was sent later; else at once. */
const LATER_S = 300;

/** When a log was made and, where that was later, when it reached the gateway. Unix seconds. */
export const LoggedAt = (
  { foundAt, createdAt = foundAt }: { foundAt: number; createdAt?: number | undefined },
) =>
  createdAt - foundAt > LATER_S
    ? <Times of="waiting.sent" at={{ at: foundAt, sent: createdAt }} />
    : <When at={foundAt} />;
