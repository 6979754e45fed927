/** What becomes of a log at a neighbour's cache while it waits on this phone, and what its instance answered. */
import type { ComponentChildren } from "preact";
import { registered, whereItIs, type Why } from "./answer.ts";
import { Explained } from "../ui/explained.tsx";
import { say, sayRefusal } from "../ui/say.ts";
import type { Item, State } from "../phone/queue/item.ts";

/** `why`: draws what that instance said of the tier, in the reader's language. */
export function VisitSaid({ item: { body, answer }, state, why }: {
  item: Item;
  state: State;
  why?: (reason: Why) => ComponentChildren;
}) {
  const origin = String(body.instance), reply = registered(answer?.value);
  if (state === "needs_you" && answer) {
    const { reason = "", sentence = "", value } = answer;
    return (
      <>
        <p class="bad">
          {say("visit.refused")}: {sayRefusal({ reason, sentence, value })} <Explained reason={reason} />
        </p>
        <p class="soft">{say("visit.refused.what")}</p>
      </>
    );
  }
  if (state !== "settled") return <p class="soft">{say("visit.waiting.what", { origin })}</p>;
  return (
    <>
      <p class="soft">{say(whereItIs(reply), { origin })}</p>
      {reply.why && why && <p class="soft">{why(reply.why)}</p>}
    </>
  );
}
