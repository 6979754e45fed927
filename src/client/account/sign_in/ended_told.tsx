/** Says on every page that a session ended: why, what still works, and that nothing that waits is lost. */
import { useApp } from "../../phone/app.ts";
import { Explained } from "../../ui/explained.tsx";
import { PAGES } from "../../pages/page_table.ts";
import { Button } from "../../ui/parts.tsx";
import { place, signInAddress } from "../../pages/router.ts";
import { say, sayRefusal } from "../../ui/say.ts";
import { waits } from "../../phone/queue/item.ts";
import { forgetEnd, type SessionEnd } from "../../phone/person/ended.ts";

export default function EndedTold({ ended }: { ended: SessionEnd }) {
  const app = useApp();
  const { call } = ended;
  const kept = app.drain.items.value.filter((item) => item.account === call && waits(item)).length;
  const hide = () => {
    forgetEnd();
    app.ended.value = undefined;
  };
  return (
    <section class="connection" role="status" aria-label={say("ended.what")}>
      <p>
        {sayEnd(ended)} <Explained reason={ended.reason} />
      </p>
      {kept > 0 && <p>{say("ended.waits", { n: kept, call })}</p>}
      {ended.reason !== "suspended" && (
        <a href={signInAddress(place.value.path)}>{say("write.signin.link")}</a>
      )}
      {hasNoWayIn(ended) && place.value.path !== PAGES.data.path && (
        <a href={PAGES.data.path}>{say("ended.data")}</a>
      )}
      <p>
        <Button onClick={hide}>{say("ended.hide")}</Button>
      </p>
    </section>
  );
}

/** Whether the person can no longer sign in, so that they reach their data only as `DataSignedOut` offers. */
export const hasNoWayIn = (ended: SessionEnd): boolean =>
  ended.reason === "suspended" || (ended.reason === "released" && ended.callless);

function sayEnd(ended: SessionEnd): string {
  switch (ended.reason) {
    case "suspended": {
      const { why, until } = ended;
      return sayRefusal({ reason: "suspended", sentence: "", value: { suspended: { reason: why, until } } });
    }
    case "released": {
      const call = ended.callsign;
      if (ended.by === "licensee") return say("ended.licensee", { call });
      return ended.note ? say("ended.sysop", { call, note: ended.note }) : say("ended.sysop.plain", { call });
    }
    case "elsewhere":
      return say("ended.elsewhere", { call: ended.call });
  }
}
