/** Who is signed in here, and how the app looks and speaks on this device. */
import { useSignal } from "@preact/signals";
import { useApp } from "../shell/app.ts";
import { Button, Field, Heading, Notice } from "../shell/parts.tsx";
import { type Key, say } from "../shell/say.ts";
import {
  chosenLanguage,
  chosenLook,
  LANGUAGE_CHOICES,
  LOOK_CHOICES,
  setLanguage,
  setLook,
} from "../shell/choices.ts";

export default function MePage() {
  const app = useApp();
  const start = app.start.value?.value;
  const session = start?.session;
  const leave = async () => {
    await app.gateway.ask("POST", "/auth/logout", {});
    location.assign("/");
  };
  return (
    <>
      <Heading>{say("page.me")}</Heading>
      {session?.call
        ? (
          <>
            <p>{say("me.call", { call: session.call })}</p>
            <p class="soft">{say(session.verified ? "me.verified" : "me.unverified")}</p>
            <p>
              <a href="/sign-in">{say("me.account")}</a>
            </p>
            <Button onClick={() => void leave()}>{say("me.out")}</Button>
          </>
        )
        : <Notice action={<a href="/sign-in">{say("write.signin.link")}</a>}>{say("me.nobody")}</Notice>}
      <Choice
        id="language"
        label={say("me.language")}
        words="me.language"
        choices={LANGUAGE_CHOICES}
        chosen={chosenLanguage()}
        set={setLanguage}
      />
      <Choice
        id="look"
        label={say("me.look")}
        words="me.look"
        choices={LOOK_CHOICES}
        chosen={chosenLook()}
        set={setLook}
      />
    </>
  );
}

function Choice<C extends string>({ id, label, words, choices, chosen, set }: {
  id: string;
  label: string;
  words: string;
  choices: readonly C[];
  chosen: C;
  set: (choice: C) => void;
}) {
  const value = useSignal(chosen);
  return (
    <Field id={id} label={label}>
      <select
        id={id}
        value={value.value}
        onChange={({ currentTarget }) => {
          value.value = currentTarget.value as C;
          set(value.peek());
        }}
      >
        {choices.map((one) => <option key={one} value={one}>{say(`${words}.${one}` as Key)}</option>)}
      </select>
    </Field>
  );
}
