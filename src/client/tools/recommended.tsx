/** What the club recommends: what of it is missing, each by itself or all at one press. */
import { useSignal } from "@preact/signals";
import { Card, Entries, GroupHead } from "../ui/look/lists.tsx";
import { Button, Foreign } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { sayBytes } from "../ui/times.ts";
import { GetRow, sayAsks } from "./get_row.tsx";
import type { Listed } from "./install/all_lists.ts";
import type { Bench } from "./install/bench.ts";
import { atOnePress, type Failure, getAll, isThere } from "./install/get_all.ts";
import type { Offer } from "./install/lists.ts";

export function Recommended({ bench, list }: { bench: Bench; list: Listed }) {
  const missing = list.offers.filter((one) => !isThere(bench, one));
  return (
    <section class="tools-list" data-list={list.id}>
      <GroupHead>{say("tools.club")}</GroupHead>
      <ListState list={list} />
      {list.offers.length > 0 && <GetAll bench={bench} missing={missing} />}
      {missing.length > 0 && (
        <Card flush>
          <Entries>
            {missing.map((offer) => <GetRow key={offer.name} bench={bench} offer={offer} />)}
          </Entries>
        </Card>
      )}
    </section>
  );
}

/** What is wrong with a list. */
export const ListState = ({ list: { fault, stale } }: { list: Listed }) => (
  <>
    {fault && <span class="tools-why" role="alert">{say(`tools.list.${fault}`)}</span>}
    {stale && <span class="soft">{say("tools.list.stale")}</span>}
  </>
);

function GetAll({ bench, missing }: { bench: Bench; missing: readonly Offer[] }) {
  const tries = useSignal<{ n: number; of: number } | undefined>(undefined);
  const result = useSignal<{ n: number; failures: readonly Failure[] } | undefined>(undefined);
  const offers = atOnePress(missing), now = tries.value;
  const press = async () => {
    const of = offers.length;
    result.value = undefined;
    const failures = await getAll(bench, offers, (n) => tries.value = { n: n + 1, of });
    tries.value = undefined;
    result.value = { n: of - failures.length, failures };
  };
  return (
    <div class="tools-all">
      {(now || offers.length > 1) && (
        <>
          <Button kind="main" icon="download" disabled={now !== undefined} onClick={() => void press()}>
            {now ? say("tools.all.now", now) : say("tools.all", { n: offers.length })}
          </Button>
          {!now && (
            <p class="soft">
              {sayBytes(offers.reduce((sum, { bytes }) => sum + bytes, 0))} ·{" "}
              {sayAsks([...new Set(offers.flatMap(({ permissions }) => permissions!))])}
            </p>
          )}
        </>
      )}
      <div role="status">
        {result.value && result.value.n > 0 && <p>{say("tools.all.here", { n: result.value.n })}</p>}
        {!now && !result.value && missing.length === 0 && <p class="soft">{say("tools.club.all")}</p>}
      </div>
      {result.value && result.value.failures.length > 0 && (
        <ul role="alert">
          {result.value.failures.map(({ offer: { name, title }, why }) => (
            <li key={name} data-failure={name}>
              <b>
                <Foreign>{title}</Foreign>
              </b>: {say(`tools.why.${why}`)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
