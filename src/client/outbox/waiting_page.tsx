/** The queue: what was done on this phone, and what became of it. */
import { useApp, waitsFor } from "../shell/app.ts";
import { Boundary } from "../shell/boundary.tsx";
import { Heading, Notice } from "../shell/parts.tsx";
import { say } from "../shell/say.ts";
import { waits } from "./item.ts";
import { RadioCommands } from "./radio_commands.tsx";
import { WaitingCard } from "./waiting_card.tsx";

export default function WaitingPage() {
  const app = useApp();
  const items = app.drain.items.value.filter(({ kind }) => kind !== "thumb")
    .toSorted((a, b) => b.at - a.at || Number(a.kind === "photo") - Number(b.kind === "photo"));
  const start = app.start.value?.value;
  const waiting = items.filter(waits).length;
  return (
    <>
      <Heading>{say("page.waiting")}</Heading>
      <p role="status">
        {waiting > 0 ? say("waiting.count", { n: waiting }) : waitsFor(app) === 0 ? say("waiting.none") : ""}
      </p>
      {items.length > 0 && (
        <Boundary>
          <ul class="waiting-list">
            {items.map((item) => (
              <WaitingCard
                key={item.id}
                item={item}
                now={app.gateway.now()}
                own={item.account === start?.session.call && item.instance === start?.instance}
              />
            ))}
          </ul>
        </Boundary>
      )}
      {app.call.value && (
        <Boundary>
          <RadioCommands />
        </Boundary>
      )}
      {!app.call.value && waiting > 0 && (
        <Notice action={<a href="/sign-in">{say("write.signin.link")}</a>}>{say("write.signin")}</Notice>
      )}
    </>
  );
}
