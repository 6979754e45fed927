/** The form to write to a station on the air. It says how much fits; what is not sent stays as a draft. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { isPushed, pushHere, takePush } from "../../phone/push/push.ts";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Tick } from "../../ui/choices.tsx";
import { Button, Notice } from "../../ui/parts.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import { say } from "../../ui/say.ts";
import { useRead } from "../../phone/use_read.ts";
import { draftOf, keepDraft } from "../../phone/drafts/text.ts";
import { onAir } from "../on_air.ts";
import { MOST_ON_AIR, ShortText } from "../short_text.tsx";
import { leaves, mailboxFor } from "./talks.ts";
import { routeTo } from "../../phone/wire/routes.ts";

interface Draft {
  text: string;
  /** Its number on the air: sent again after a lost answer, it is the same message. */
  number: string;
  tried: boolean;
}
interface Thread {
  messages: readonly { msgNo?: string; body: string }[];
}

/** `member`: the text is to a member of this instance, who has it at once in the app. */
export function WriteMessage({ to, member, sent }: { to: string; member: boolean; sent?: () => void }) {
  const app = useApp();
  const { gateway, world, start } = app;
  const doing = useDoing();
  const name = `message:${to}`;
  const draft = useSignal<Draft>(draftOf(name) ?? fresh(world));
  const wasSent = useSignal(false), isHere = useSignal(false), asWell = useSignal(false);
  useEffect(() => {
    draft.value = draftOf(name) ?? fresh(world);
    wasSent.value = false;
  }, [name]);
  const { text } = draft.value;
  const keep = (next: Draft) => {
    draft.value = next;
    keepDraft(name, next.text === "" ? undefined : next);
  };
  /** Whether the gateway has the message, although its answer was lost. */
  const isThere = async (): Promise<boolean> => {
    const { text, number, tried } = draft.peek();
    if (!tried) return false;
    const answer = await gateway.get(
      routeTo("GET /api/messages/with/:call", { params: { call: to }, query: { limit: 20 } }),
    );
    return answer.ok && answer.value.messages.some((one) => one.msgNo === number && one.body === onAir(text));
  };
  const send = async (event: Event) => {
    event.preventDefault();
    const { text, number } = draft.peek();
    wasSent.value = false;
    const done = await doing.run(async () => {
      if (await isThere()) return { ok: true, value: undefined, status: 200 };
      keep({ ...draft.peek(), tried: true });
      const more = member && asWell.peek() ? { onAir: true } : {};
      const body = { kind: "message" as const, addressee: to, text: onAir(text), msgNo: number, ...more };
      const answer = await gateway.ask("POST", routeTo("POST /api/tx/aprs"), body);
      isHere.value = answer.ok && answer.value.delivery === "here";
      return answer;
    });
    if (!done) return;
    keep(fresh(world));
    wasSent.value = true;
    sent?.();
  };
  if (start.value && !start.value.value.session.verified) return <NotVerified />;
  return (
    <form class="write-message" onSubmit={send}>
      {member ? <AirAsWell on={asWell} /> : <Way to={to} />}
      <div class="compose">
        <ShortText
          line
          id="message-text"
          label={say("talk.text", { call: to })}
          most={MOST_ON_AIR}
          text={text}
          change={(text) => keep({ ...draft.peek(), text })}
        />
        <Button kind="main" submit disabled={doing.busy.value || onAir(text).length > MOST_ON_AIR}>
          <Icon name="navigation" />
          <span class="unseen">{say("talk.send")}</span>
        </Button>
      </div>
      {doing.problem.value?.reason === ""
        ? <p class="bad" role="alert">{say("talk.unsent")}</p>
        : <Problem of={doing} />}
      {wasSent.value && <Sent here={isHere.value} />}
    </form>
  );
}

/** Puts a text behind the draft to a station, as a message of its own: nothing that was sent is taken for it. */
export function addToDraft(to: string, text: string, world: { random: () => number }): void {
  const name = `message:${to}`, before = draftOf<Draft>(name)?.text ?? "";
  keepDraft(name, { ...fresh(world), text: before.trim() === "" ? text : `${before.trim()} ${text}` });
}

const fresh = ({ random }: { random: () => number }): Draft => ({
  text: "",
  number: String(1 + Math.floor(random() * 99_999)),
  tried: false,
});

/** Warns where no box fetches messages at the moment: the gateway takes a message all the same. */
function Way({ to }: { to: string }) {
  const { gateway } = useApp();
  const { known } = useRead(routeTo("GET /api/messages/conversations"));
  const talks = known.value?.value, now = gateway.now();
  if (!talks || known.value?.source !== "live" || leaves(talks, now)) return null;
  return (
    <p class="soft" role="note">
      {say("talk.no_way")} <a href={mailboxFor(to)}>{say("talk.no_way.mailbox")}</a>
    </p>
  );
}

/** A text to a member goes on the air where somebody wishes it, and a box fetches messages. */
function AirAsWell({ on }: { on: Signal<boolean> }) {
  const { gateway } = useApp();
  const { known } = useRead(routeTo("GET /api/messages/conversations"));
  const talks = known.value?.value;
  if (!talks || known.value?.source !== "live" || !leaves(talks, gateway.now())) return null;
  return <Tick label={say("talk.on_air_too")} value={on} />;
}

function NotVerified() {
  return <Notice action={<a href="/me/verify">{say("page.verify")}</a>}>{say("talk.not_verified")}</Notice>;
}

/** Says that the message is on its way, and offers to be told of the answer. */
function Sent({ here }: { here: boolean }) {
  const { gateway, start, call } = useApp(), me = call.value ?? "";
  const doing = useDoing();
  const offered = useSignal(false);
  useEffect(() => {
    const can = pushHere(start.peek()?.value.configured.push ?? false) === "yes";
    if (can) void isPushed(gateway, me).then((is) => offered.value = !is);
  }, []);
  const take = async () => {
    if (await doing.run(() => takePush(gateway, me))) offered.value = false;
  };
  return (
    <div role="status">
      <p class="go">{say(here ? "talk.sent.here" : "talk.sent")}</p>
      {offered.value && <Button onClick={() => void take()}>{say("talk.tell_me")}</Button>}
      <Problem of={doing} />
    </div>
  );
}
