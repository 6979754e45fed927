/** Asks for the phone's place after a press, and says what the list is sorted from. */
import { Button } from "../../ui/parts.tsx";
import { useApp } from "../app.ts";
import { say } from "../../ui/say.ts";
import { sayAge, sayDistance } from "../../ui/times.ts";
import { ageOf, isFollowed, type Reading } from "./reading.ts";
import { useNow } from "./use_now.ts";
import { useOwnPlace } from "./use_own_place.ts";
import { sayLast } from "./words.ts";
import { PlainHttp } from "../../ui/plain_http.tsx";
import { sayFailure } from "./why.tsx";

export function Locate() {
  const own = useOwnPlace(true);
  const here = own.latest.value ?? own.here.value, before = own.before.value, failure = own.failure.value;
  if (!isSecureContext) {
    return (
      <div class="nearby-locate">
        <PlainHttp />
      </div>
    );
  }
  const waits = own.asked.value > 0 && !here && !failure;
  return (
    <div class="nearby-locate">
      <div class="buttons">
        <Button icon="locate" kind={here ? "quiet" : "main"} disabled={waits} onClick={() => own.ask()}>
          {say(here ? "nearby.again" : failure ? "fix.again" : "nearby.locate")}
        </Button>
        {(here || before) && <Button onClick={() => own.forget()}>{say("nearby.forget")}</Button>}
      </div>
      {/* Failures are read out when they come; how old a reading is, is not. */}
      <p class={failure ? "wait" : "soft"} role="status">
        {failure ? sayFailure(failure) : waits ? say("nearby.locating") : here ? "" : say("nearby.why")}
      </p>
      {here ? <Age reading={here} /> : before && <Before reading={before} />}
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
