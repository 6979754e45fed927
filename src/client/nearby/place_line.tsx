/** Asks for the phone's place after a press, and says what the list is sorted from. */
import { useApp } from "../phone/app.ts";
import { ageOf, isFollowed, type Reading } from "../phone/position/reading.ts";
import { useNow } from "../phone/position/use_now.ts";
import { useOwnPlace } from "../phone/position/use_own_place.ts";
import { sayFailure } from "../phone/position/why.tsx";
import { sayLast } from "../phone/position/words.ts";
import { Round } from "../ui/look/round.tsx";
import { Button } from "../ui/parts.tsx";
import { PlainHttp } from "../ui/plain_http.tsx";
import { say } from "../ui/say.ts";
import { sayAge, sayDistance } from "../ui/times.ts";

/** The control; pressed while the list follows the phone. Where a browser gives no place, why not is said below the list. */
export function LocateControl() {
  const own = useOwnPlace(true);
  const here = own.latest.value ?? own.here.value;
  if (typeof isSecureContext !== "undefined" && !isSecureContext) return null;
  return (
    <Round icon="locate" aria-pressed={here !== undefined} onClick={() => own.ask()}>
      {say(here ? "nearby.again" : own.failure.value ? "fix.again" : "nearby.locate")}
    </Round>
  );
}

/** While the place is looked for, and why it was not found: a line that is there only then. */
export function LocateNews() {
  const { own } = useApp().caches, failure = own.failure.value;
  const waits = own.asked.value > 0 && !(own.latest.value ?? own.here.value) && !failure;
  return (
    <p class={failure ? "nearby-news wait" : "nearby-news soft"} role="status">
      {failure ? sayFailure(failure) : waits ? say("nearby.locating") : ""}
    </p>
  );
}

/** Below the list: what it is sorted from, and the way to forget that. */
export function SortedFrom() {
  const { own } = useApp().caches;
  const here = own.latest.value ?? own.here.value, before = own.before.value;
  if (!isSecureContext) return <PlainHttp />;
  if (!here && !before) return <p class="soft">{say("nearby.why")}</p>;
  return (
    <div>
      {here ? <Age reading={here} /> : before && <Before reading={before} />}
      <Button onClick={() => own.forget()}>{say("nearby.forget")}</Button>
    </div>
  );
}

/** How exact and how old the place of this opening is. */
function Age({ reading }: { reading: Reading }) {
  const now = useNow();
  return (
    <p class="soft">
      {say("fix.have", { far: sayDistance(reading.accuracyM) })}{" "}
      {isFollowed(reading, now) ? say("nearby.follows") : sayLast(reading, now)}
    </p>
  );
}

/** The place that this phone remembers. */
function Before({ reading }: { reading: Reading }) {
  const { gateway } = useApp();
  return <p class="soft">{say("nearby.before", { age: sayAge(ageOf(reading, gateway.now())) })}</p>;
}
