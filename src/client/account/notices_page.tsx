/** What this person is told while the app is closed: by push, by mail or by radio. Everything is off until they switch it on. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../phone/app.ts";
import { Problem, useDoing } from "../phone/doing.tsx";
import { Loading, Notice } from "../ui/parts.tsx";
import { ChoiceField } from "../ui/choices.tsx";
import type { IconName } from "../ui/icons/icon.tsx";
import { Card, GroupHead } from "../ui/look/lists.tsx";
import { SwitchRow } from "../ui/look/switch_row.tsx";
import { type Key, say } from "../ui/say.ts";
import { useRead } from "../phone/use_read.ts";
import { forgetPush, isPushed, type PushHere, pushHere, takePush } from "../phone/push/push.ts";
import { SignedIn } from "../phone/signed_in.tsx";
import { routeTo } from "../phone/wire/routes.ts";

export default function NoticesPage() {
  return (
    <SignedIn title="page.notices">
      {() => (
        <>
          <p>{say("notices.what")}</p>
          <Push />
          <Digest />
          <Switch name="near-radio" words="near" icon="radio" />
          <Switch name="announce" words="announce" icon="radio-tower" />
          <OverAir />
        </>
      )}
    </SignedIn>
  );
}

function Push() {
  const app = useApp(), call = app.call.value ?? "";
  const doing = useDoing();
  const state = useSignal<PushHere | "asking">("asking"), on = useSignal(false);
  useEffect(() => {
    const configured = app.start.peek()?.value.configured.push ?? false;
    state.value = pushHere(configured);
    void isPushed(app.gateway, call).then((is) => on.value = is);
  }, []);
  const set = async (wanted: boolean) => {
    await doing.run(() => wanted ? takePush(app.gateway, call) : forgetPush(app.gateway));
    on.value = await isPushed(app.gateway, call);
  };
  return (
    <section>
      <GroupHead>{say("notices.push")}</GroupHead>
      {state.value === "asking" ? <Loading /> : state.value === "yes"
        ? (
          <Card flush>
            <SwitchRow
              icon="bell"
              name={say("notices.push.on")}
              on={on.value}
              disabled={doing.busy.value}
              set={(wanted) => void set(wanted)}
            />
          </Card>
        )
        : <Notice>{say(`notices.push.${state.value}`)}</Notice>}
      <Problem of={doing} />
    </section>
  );
}

function Digest() {
  const app = useApp();
  const doing = useDoing();
  const { known, again } = useRead(routeTo("GET /api/notify/prefs"));
  const prefs = known.value?.value;
  if (!prefs) return null;
  const set = (digest: boolean) =>
    doing.run(() => app.gateway.ask("PUT", routeTo("PUT /api/notify/prefs"), { digest })).then(again);
  return (
    <section>
      <GroupHead>{say("notices.mail")}</GroupHead>
      {prefs.hasEmail
        ? (
          <Card flush>
            <SwitchRow
              icon="mails"
              name={say("notices.mail.on")}
              on={prefs.digest}
              disabled={doing.busy.value}
              set={(on) => void set(on)}
            />
          </Card>
        )
        : (
          <p>
            {say("notices.mail.none")} <a href="/me/access">{say("page.access")}</a>
          </p>
        )}
      <Problem of={doing} />
    </section>
  );
}

/** One switch of what is sent by radio. `name`: of the preference that it changes. */
function Switch({ name, words, icon }: { name: "announce" | "near-radio"; words: string; icon: IconName }) {
  const app = useApp();
  const doing = useDoing();
  const { known, again } = useRead(routeTo(`GET /api/${name}`));
  if (!known.value) return null;
  const set = (on: boolean) =>
    doing.run(() => app.gateway.ask("POST", routeTo(`POST /api/${name}`), { on })).then(again);
  return (
    <section>
      <GroupHead>{say(`notices.${words}` as Key)}</GroupHead>
      <Card flush>
        <SwitchRow
          icon={icon}
          name={say(`notices.${words}.on` as Key)}
          on={known.value.value.on}
          disabled={doing.busy.value}
          set={(on) => void set(on)}
        />
      </Card>
      <Problem of={doing} />
    </section>
  );
}

/** What whoever connects over the air under a verified call of this person reads of their packet mail. */
function OverAir() {
  const app = useApp();
  const { overAir } = (app.start.peek()?.value.prefs.bbs ?? {}) as { overAir?: boolean };
  const chosen = useSignal<"none" | "received" | "all">(
    overAir === undefined ? "received" : overAir ? "all" : "none",
  );
  return (
    <section>
      <GroupHead>{say("notices.air")}</GroupHead>
      <p>{say("notices.air.what")}</p>
      <ChoiceField
        id="over-air"
        label={say("notices.air.reads")}
        value={chosen}
        choices={["received", "all", "none"]}
        words={(one) => say(`notices.air.${one}`)}
        set={(choice) => app.setPrefs({ bbs: choice === "received" ? null : { overAir: choice === "all" } })}
      />
    </section>
  );
}
