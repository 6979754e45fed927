/** An instance that was here before, brought back on a fresh host: its backup is sent, checked, and put in place. */
import { useSignal } from "@preact/signals";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { useRead } from "../../phone/use_read.ts";
import { type AnswerOf, routeTo } from "../../phone/wire/routes.ts";
import { PAGES } from "../../pages/page_table.ts";
import { go } from "../../pages/router.ts";
import { TextField } from "../../ui/fields.tsx";
import { sayInPassing } from "../../ui/look/over.tsx";
import { Button } from "../../ui/parts.tsx";
import { sayTime } from "../../ui/times.ts";
import { cameBack } from "../parts/came_back.ts";
import { Mark } from "../parts/mark.tsx";
import { tell } from "../tell.ts";
import { UploadFile } from "../upload/upload.tsx";

type Ready = NonNullable<AnswerOf<"GET /api/admin/restore">["ready"]>;

export function BringBack() {
  const { known, again } = useRead(routeTo("GET /api/admin/restore"));
  const state = known.value?.value;
  if (!state?.fresh) return null;
  return (
    <details class="first-card" open={state.ready !== null}>
      <summary>{tell("restore.title")}</summary>
      <p>{tell("restore.what")}</p>
      {state.ready ? <Put ready={state.ready} restart={state.restart} again={again} /> : (
        <UploadFile
          id="restore-file"
          purpose="backup"
          label={tell("restore.file")}
          hint={tell("restore.file.hint")}
          accept=".tar"
          whole={({ id, name }) => <Check id={id} name={name} again={again} />}
        />
      )}
    </details>
  );
}

function Check({ id, name, again }: { id: string; name: string; again: () => Promise<void> }) {
  const { gateway } = useApp();
  const doing = useDoing(), passphrase = useSignal("");
  const check = async (event: Event) => {
    event.preventDefault();
    const given = passphrase.peek();
    const done = await doing.run(() =>
      gateway.ask("POST", routeTo("POST /api/admin/restore"), {
        upload: id,
        ...(given !== "" && { passphrase: given }),
      })
    );
    if (done) await again();
  };
  return (
    <form onSubmit={(event) => void check(event)}>
      <p>{tell("restore.here", { name })}</p>
      <TextField
        id="restore-passphrase"
        code
        label={tell("restore.passphrase")}
        hint={tell("restore.passphrase.hint")}
        maxLength={200}
        value={passphrase}
      />
      <Button kind="main" submit disabled={doing.busy.value}>{tell("restore.check")}</Button>
      {doing.busy.value && <progress aria-label={tell("restore.checking")} />}
      <Problem of={doing} />
    </form>
  );
}

function Put({ ready, restart, again }: { ready: Ready; restart: boolean; again: () => Promise<void> }) {
  const app = useApp(), { gateway } = app;
  const doing = useDoing();
  const state = useSignal<"" | "going" | "late" | "by_hand">("");
  const put = async () => {
    const done = await doing.run(() => gateway.ask("POST", routeTo("POST /api/admin/restore/go")));
    if (!done) return;
    if (!restart) return void (state.value = "by_hand");
    state.value = "going";
    if (!await cameBack(app)) return void (state.value = "late");
    // Nobody of this host is signed in any more, and its pages are for nobody here.
    go(PAGES.signIn.path);
    sayInPassing(tell("restore.back"));
  };
  const drop = async () => {
    if (await doing.run(() => gateway.ask("DELETE", routeTo("DELETE /api/admin/restore")))) await again();
  };
  return (
    <>
      <p>
        <Mark kind="go">
          {tell("restore.ready", { ...ready, at: sayTime(ready.madeAt, gateway.now()) })}
        </Mark>
      </p>
      <p>
        <Mark kind={ready.secrets === "opened" ? "go" : "wait"}>
          {tell(`restore.secrets.${ready.secrets}`)}
        </Mark>
      </p>
      {ready.behind > 0 && <p>{tell("restore.behind", { n: ready.behind })}</p>}
      <p>{tell("restore.go.what")}</p>
      {state.value === "" && (
        <p class="button-row">
          <Button kind="main" disabled={doing.busy.value} onClick={() => void put()}>
            {tell("restore.go")}
          </Button>{" "}
          <Button disabled={doing.busy.value} onClick={() => void drop()}>{tell("restore.drop")}</Button>
        </p>
      )}
      <p role="status">{state.value !== "" && tell(`restore.${state.value}`)}</p>
      <Problem of={doing} />
    </>
  );
}
