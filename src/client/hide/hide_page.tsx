/** The page to hide a cache: the drafts on this phone, and the form for one of them. Works without a connection. */
import { type NotKept, whyNotKept } from "../phone/kept/database.ts";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../phone/app.ts";
import { Button, Foreign, Heading, Loading, Notice } from "../ui/parts.tsx";
import { Card, Entries, Entry } from "../ui/look/lists.tsx";
import { KindDisc } from "../ui/look/radio.tsx";
import { Unverified } from "./unverified.tsx";
import { go, place, signInAddress } from "../pages/router.ts";
import { say } from "../ui/say.ts";
import { sayTime } from "../ui/times.ts";
import { type Draft, newDraft } from "../phone/drafts/draft.ts";
import { allDrafts, dropDraft, keepDraft } from "../phone/drafts/drafts.ts";
import { Wizard } from "./wizard.tsx";
import { itemOf } from "./publish.ts";

export default function HidePage() {
  const app = useApp();
  const drafts = useSignal<readonly Draft[] | undefined>(undefined);
  const fault = useSignal<NotKept | undefined>(undefined);
  const call = app.call.value, start = app.start.value?.value;
  const id = new URLSearchParams(place.value.query).get("draft");
  const items = app.drain.items.value;
  useEffect(() => {
    const read = async () => {
      const all = await allDrafts();
      // A draft that has been published is deleted.
      const done = all.filter((one) => itemOf(items, one)?.state === "settled");
      for (const one of done) await dropDraft(one.id);
      drafts.value = all.filter((one) => !done.includes(one));
    };
    // Where the browser keeps nothing there are none.
    read().catch(() => drafts.value = []);
  }, [id, items]);
  if (!call || !start) {
    if (!app.start.value) return <Loading />;
    return (
      <>
        <Heading>{say("page.hide")}</Heading>
        <Notice action={<a href={signInAddress("/hide")}>{say("write.signin.link")}</a>}>
          {say("hide.signin")}
        </Notice>
      </>
    );
  }
  const begin = async () => {
    const draft = newDraft(app.world.newId(), call, start.instance, app.gateway.now());
    try {
      await keepDraft(draft);
      go(`/hide?draft=${draft.id}`);
    } catch (error) {
      fault.value = whyNotKept(error);
    }
  };
  const mine = drafts.value?.filter((one) => one.account === call && one.instance === start.instance);
  const open = mine?.find((one) => one.id === id);
  if (open) return <Wizard key={open.id} draft={open} />;
  return (
    <>
      <Heading>{say("page.hide")}</Heading>
      <p class="soft">{say("hide.what")}</p>
      <Unverified />
      {fault.value && <Notice>{say(`write.${fault.value}`)}</Notice>}
      <Button icon="map-pin-plus" kind="main" onClick={() => void begin()}>{say("hide.begin")}</Button>
      <h2>{say("hide.drafts")}</h2>
      {!mine ? <Loading /> : mine.length === 0 ? <p class="soft">{say("hide.drafts.none")}</p> : (
        <Card flush>
          <Entries label={say("hide.drafts")}>
            {mine.map((one) => {
              const state = itemOf(items, one)?.state;
              return (
                <Entry
                  key={one.id}
                  href={`/hide?draft=${one.id}`}
                  disc={<KindDisc type={one.type} mark={state && "pending"} />}
                  name={<Foreign>{one.title || say("hide.untitled")}</Foreign>}
                  line={sayTime(one.changedAt, app.gateway.now())}
                  far={<span class="entry-val">{state ? say(`waiting.${state}`) : say("hide.here")}</span>}
                />
              );
            })}
          </Entries>
        </Card>
      )}
      <p class="foot-links">
        <a href="/me/caches">{say("hide.mine.link")}</a>
      </p>
    </>
  );
}
