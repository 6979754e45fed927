/** One item of the queue: what it is, where it stands, and what its person can do. */
import { Button, Foreign } from "../shell/parts.tsx";
import { type Key, say, sayRefusal } from "../shell/say.ts";
import { sayTime } from "../shell/times.ts";
import { stageOf } from "../stages/unlock.ts";
import type { Item } from "./item.ts";

export function WaitingCard({ item, now, own, again, drop }: {
  item: Item;
  now: number;
  own: boolean;
  again: () => void;
  drop: () => void;
}) {
  const { state, answer, body, account, instance } = item;
  const at = sayTime(item.at, now);
  const mayDrop = own && state !== "sending" && state !== "settled";
  return (
    <li class="waiting-card" data-state={state}>
      <p>
        <a href={addressOfThing(item)}>
          <Foreign>{item.title}</Foreign>
        </a>{" "}
        {item.kind === "log"
          ? say(`log.${String(body.kind)}` as Key)
          : say(`waiting.kind.${item.kind}` as Key, { n: stageOf(item) })}
      </p>
      {typeof body.text === "string" && body.text !== "" && (
        <p class="text">
          <Foreign>{body.text}</Foreign>
        </p>
      )}
      <p role="status">
        <strong>{say(`waiting.${state}`)}</strong>{" "}
        <span class="soft">
          {state === "settled" && answer
            ? say("waiting.sent", { at, sent: sayTime(answer.at, now) })
            : say("waiting.times", { at })}
        </span>
      </p>
      {state === "settled" && <Worth item={item} />}
      {state === "needs_you" && answer && (
        <p class="bad">{sayRefusal({ reason: answer.reason ?? "", sentence: answer.sentence ?? "" })}</p>
      )}
      {!own && state !== "settled" && <p class="soft">{say("waiting.locked", { account, instance })}</p>}
      {own && state === "needs_you" && <Button onClick={again}>{say("waiting.again")}</Button>}
      {mayDrop && <Button kind="bad" onClick={drop}>{say("waiting.drop")}</Button>}
    </li>
  );
}

/** Where the thing is seen: a new cache has its code from the answer, before that it is a draft. */
function addressOfThing({ cache, answer, body }: Item): string {
  const code = cache || (answer?.value as { code?: string } | undefined)?.code;
  return code
    ? `/c/${encodeURIComponent(code)}`
    : `/hide?draft=${encodeURIComponent(String(body.draft ?? ""))}`;
}

/** What a sent find is worth, and the gateway's sentence on why. */
function Worth({ item: { body, answer } }: { item: Item }) {
  const log = answer?.value as
    | { id?: number; tier?: "A" | "B" | null; why?: { sentence?: string } | null }
    | undefined;
  if (body.kind !== "found" || !log || log.tier === undefined) return null;
  return (
    <>
      <p class={`tier tier-${log.tier ?? "none"}`}>
        {say("waiting.result", { tier: say(`tier.${log.tier ?? "none"}`) })}
      </p>
      {log.why?.sentence && <p class="soft" lang="en">{log.why.sentence}</p>}
      {log.id !== undefined && (
        <p>
          <a href={`/find/${log.id}`}>{say("waiting.why")}</a>
        </p>
      )}
    </>
  );
}
