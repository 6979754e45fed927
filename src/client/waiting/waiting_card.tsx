/** An item of the queue: what it is, what became of it, and what the person can do. */
import type { Candidate } from "../evidence/evidence.ts";
import type { EvidenceThumbProps } from "../evidence/evidence_thumb.tsx";
import { type Made, type Open, OpenUntil, Said } from "../evidence/evidence_words.tsx";
import { Times } from "../phone/when.tsx";
import { signal, useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { useApp } from "../phone/app.ts";
import { Explained } from "../ui/explained.tsx";
import { Button, Foreign } from "../ui/parts.tsx";
import { usePart } from "../ui/use_part.ts";
import { type Key, say, sayRefusal } from "../ui/say.ts";
import { sayDistance, sayTime } from "../ui/times.ts";
import { worthHere } from "../ui/look/radio.tsx";
import { stageOf } from "../cache/stages/unlock.ts";
import type { Expected } from "../phone/queue/expected.ts";
import { codeOf, type Item, shownState, type State, waits } from "../phone/queue/item.ts";
import { WaitingActions } from "./waiting_actions.tsx";
import { usePush } from "../phone/push/use_push.ts";
import { recall, remember } from "../phone/choices.ts";
import { Problem } from "../phone/doing.tsx";

// Asks once, when somebody's cache is published, whether this device shall tell of its finds. A no is for ever.

/** Under this name the device remembers that it was answered. */
const ANSWERED = "asked.found";
/** One answer is for all cards on the page. */
const answered = signal(recall<boolean>(ANSWERED) ?? false);

function TellWhenFound() {
  const { state, doing, take } = usePush();
  if (answered.value || state.value !== "yes") return null;
  const answer = () => {
    remember(ANSWERED, true);
    answered.value = true;
  };
  return (
    <div>
      <p>{say("hide.tell")}</p>
      <div class="buttons">
        <Button disabled={doing.busy.value} onClick={() => void take()}>{say("hide.tell.yes")}</Button>
        <Button onClick={answer}>{say("hide.tell.no")}</Button>
      </div>
      <Problem of={doing} />
    </div>
  );
}

/** If the next try is more than so many seconds away, the gateway has asked to wait. */
const PUT_OFF_S = 15;

export function WaitingCard({ item, now, own }: { item: Item; now: number; own: boolean }) {
  const { answer, body, account, instance, expects } = item;
  const { drain, gateway } = useApp();
  const state = shownState(item, now);
  // What belongs to a log that went by radio is sent only when that log is sent after all.
  const stays = state === "waiting" &&
    drain.items.value.some(({ id, state }) => id === item.after && state === "by_radio");
  const onItsWay = !stays && (state === "waiting" || state === "sending");
  const isLog = item.kind === "log", to = addressOfThing(item, drain.items.value);
  const { at } = item, gone = gateway.reached.value === false;
  return (
    <li class="waiting-card" data-state={state}>
      <p>
        <a href={to}>
          <Foreign>{item.title}</Foreign>
        </a>{" "}
        {isLog
          ? say(`log.${String(body.kind)}` as Key)
          : say(`waiting.kind.${item.kind}` as Key, { n: stageOf(item) })}
      </p>
      {typeof body.text === "string" && body.text !== "" && (
        <p class="text">
          <Foreign>{body.text}</Foreign>
        </p>
      )}
      <p role="status">
        <strong>{say(`waiting.${stays ? "stays" : state}`)}</strong>{" "}
        <span class="soft">
          {state === "settled" && answer
            ? <Times of={isLog ? "waiting.sent" : "waiting.gone"} at={{ at, sent: answer.at }} />
            : (
              <Times
                of={isLog && !onItsWay
                  ? "waiting.times"
                  : onItsWay && gone
                  ? "waiting.saved.gone"
                  : "waiting.saved"}
                at={{ at }}
              />
            )}
        </span>
      </p>
      {onItsWay && body.kind === "found" && expects && <Expectation of={expects} />}
      {state === "settled" && <Worth item={item} />}
      {state === "settled" && item.kind === "hide" && (
        // The code belongs on the box, and onto its log sheet.
        <p>
          <span class="code">{to.slice("/c/".length)}</span> ·{" "}
          <a href={`${to}/print`}>{say("cache.print")}</a>
        </p>
      )}
      {state === "settled" && item.kind === "hide" && own && <TellWhenFound />}
      {body.home && <Visit item={item} state={state} />}
      {state === "needs_you" && answer && !body.home && (
        <p class="bad">
          {sayRefusal({ reason: answer.reason ?? "", sentence: answer.sentence ?? "", value: answer.value })}
          {" "}
          <Explained reason={answer.reason ?? ""} />
        </p>
      )}
      {state === "waiting" && !item.unanswered && item.notBefore > now + PUT_OFF_S && (
        <p class="soft">{say("waiting.until", { time: sayTime(item.notBefore, now) })}</p>
      )}
      {!own && waits(item) && <p class="soft">{say("waiting.locked", { account, instance })}</p>}
      {own && <WaitingActions item={item} />}
    </li>
  );
}

/** What becomes of a log at a neighbour's cache. Its script is loaded with the first of them. */
function Visit(props: { item: Item; state: State }) {
  const part = usePart(() => import("../visit/visits.ts"));
  return part
    ? <part.VisitSaid {...props} why={({ said, sentence }) => <Said said={said} english={sentence} />} />
    : null;
}

/** The page of the thing: a new cache has its code from the gateway's answer; before that it is a draft. */
function addressOfThing(item: Item, items: readonly Item[]): string {
  const { kind, cache, answer, body, after } = item;
  if (kind === "draft") return "/me/logs";
  if (kind === "list" && cache === "") return "/me/lists";
  const code = cache || (answer?.value as { code?: string } | undefined)?.code || codeOf(item, items);
  const page = kind === "stages" ? "/edit/stages" : "";
  return code
    ? `/c/${encodeURIComponent(code)}${page}`
    : `/hide?draft=${encodeURIComponent(String(body.draft ?? after ?? ""))}`;
}

/** What a find that waits will probably count as, by what this phone knows. */
function Expectation({ of: { tier, why, awayM, radioOnly, heard } }: { of: Expected }) {
  return (
    <p class="soft">
      {[
        say("waiting.expect", { tier: say(`tier.${tier ?? "none"}`) }),
        why === "no_position" || why === "old" ? say(`waiting.expect.${why}`) : "",
        awayM === undefined ? "" : say("waiting.expect.away", { away: sayDistance(awayM) }),
        why === "unsigned" ? say("waiting.expect.unsigned") : "",
        say("waiting.expect.radio"),
        heard === undefined ? "" : say(heard ? "hide.reach.yes" : "hide.reach.none"),
        radioOnly ? say("cache.needs.A") : "",
      ].filter(Boolean).join(" ")}
    </p>
  );
}

/** How well a sent find is proven, with the gateway's sentence on why. */
function Worth({ item: { cache, body, answer } }: { item: Item }) {
  const log = answer?.value as
    | {
      id?: number;
      foundAt?: number;
      author?: { call: string };
      open?: Open;
      tier?: "A" | "B" | null;
      verified?: boolean;
      why?: { sentence?: string; said?: Made[]; candidates?: Candidate[] } | null;
    }
    | undefined;
  const first = answer?.reason === "already_found"
    ? (answer.value as { logId?: number } | undefined)?.logId
    : undefined;
  if (first !== undefined) {
    return (
      <>
        <p>{say("reason.already_found")}</p>
        <p>
          <a href={`/find/${first}`}>{say("waiting.first")}</a>
        </p>
      </>
    );
  }
  if (body.kind !== "found" || !log || log.tier === undefined) return null;
  const worth = worthHere({ tier: log.tier, verified: log.verified });
  return (
    <>
      <p class={`tier tier-${worth}`}>
        {worth === "uncounted"
          ? say("waiting.uncounted")
          : say("waiting.result", { tier: say(`tier.${worth}`) })}
      </p>
      {log.why?.sentence && (
        <p class="soft">
          <Said said={log.why.said} english={log.why.sentence} />
        </p>
      )}
      <OpenUntil open={log.open} call={log.author?.call ?? ""} />
      {log.why?.candidates && log.foundAt !== undefined && (
        <Drawn code={cache} foundAt={log.foundAt} candidates={log.why.candidates} verified={log.verified} />
      )}
      {log.id !== undefined && (
        <p>
          <a href={`/find/${log.id}`}>{say("waiting.why")}</a>
        </p>
      )}
    </>
  );
}

/** The drawing of why, small. Its script is loaded for the cards that have one. */
function Drawn(evidence: EvidenceThumbProps) {
  const part = useSignal<{ of: ComponentType<EvidenceThumbProps> } | undefined>(undefined);
  useEffect(() => {
    import("../evidence/evidence_thumb.tsx").then((file) => part.value = { of: file.default }, () => {});
  }, []);
  const Thumb = part.value?.of;
  return Thumb ? <Thumb {...evidence} /> : null;
}
