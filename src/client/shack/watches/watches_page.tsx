/** The page of what is watched, stations and places: add and remove them, and the latest alerts. */
import { type Signal, useSignal } from "@preact/signals";
import { SignedIn } from "../../phone/signed_in.tsx";
import { rowActs } from "../../panes/key_table.ts";
import { KeyHelp } from "../../panes/keys.tsx";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Acts, Card, Entries, Entry, GroupHead } from "../../ui/look/lists.tsx";
import { CallPlate, IconDisc } from "../../ui/look/radio.tsx";
import { Button, Loading } from "../../ui/parts.tsx";
import { TextField } from "../../ui/fields.tsx";
import { useRead } from "../../phone/use_read.ts";
import { AsOf } from "../../talk/talk_frame.tsx";
import { AlertRows } from "./alert_rows.tsx";
import { WatchedPlaces } from "./places.tsx";
import { TellOutside } from "./tell_outside.tsx";
import { say } from "../../ui/say.ts";
import { tell } from "../tell.ts";
import { routeTo } from "../../phone/wire/routes.ts";

export default function WatchesPage() {
  const added = useSignal(false);
  return (
    <SignedIn title="page.watches">
      {() => (
        <>
          <p>{tell("watches.what")}</p>
          <Watches added={added} />
          <WatchedPlaces added={added} />
          {added.value && <TellOutside />}
          <section>
            <GroupHead>{tell("watches.alerts")}</GroupHead>
            <AlertRows most={100} />
          </section>
          <KeyHelp acts={rowActs("main .entries a")} />
        </>
      )}
    </SignedIn>
  );
}

function Watches({ added }: { added: Signal<boolean> }) {
  const { gateway } = useApp();
  const doing = useDoing();
  const { known, again } = useRead(routeTo("GET /api/watch"));
  const wanted = useSignal("");
  const add = async (event: Event) => {
    event.preventDefault();
    const callsign = wanted.peek().trim();
    if (await doing.run(() => gateway.ask("POST", routeTo("POST /api/watch"), { callsign }))) {
      wanted.value = "";
      added.value = true;
      await again();
    }
  };
  const drop = (id: number) =>
    doing.run(() => gateway.ask("DELETE", routeTo("DELETE /api/watch/:id", { params: { id } }))).then(again);
  const list = known.value?.value;
  if (!list) return <Loading />;
  return (
    <section>
      <AsOf known={known.value} />
      {list.watching.length > 0 && (
        <Card flush>
          <Entries label={say("page.watches")}>
            {list.watching.map(({ id, callsign }) => (
              <Entry
                key={id}
                disc={<IconDisc icon="eye" />}
                name={<CallPlate call={callsign} href={`/s/${encodeURIComponent(callsign)}`} />}
                far={
                  <Acts>
                    <Button
                      aria-label={tell("watches.drop.label", { call: callsign })}
                      disabled={doing.busy.value}
                      onClick={() => void drop(id)}
                    >
                      {tell("watches.drop")}
                    </Button>
                  </Acts>
                }
              />
            ))}
          </Entries>
        </Card>
      )}
      {list.watching.length === 0 && <p class="soft">{tell("watches.none")}</p>}
      {list.watching.length < list.limit
        ? (
          <form onSubmit={add}>
            <TextField
              id="new-watch"
              label={tell("watches.add")}
              hint={tell("watches.add.hint")}
              required
              maxLength={20}
              call
              value={wanted}
            />
            <Button submit kind="main" disabled={doing.busy.value}>{tell("watches.add.do")}</Button>
          </form>
        )
        : <p class="soft">{tell("watches.full", { n: list.limit })}</p>}
      <Problem of={doing} />
    </section>
  );
}
