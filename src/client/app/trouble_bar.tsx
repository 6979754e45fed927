/** The state of the connection, above every page: what is wrong, that nothing is lost, and the way to ask again. */
import { useSignal } from "@preact/signals";
import { useApp } from "../phone/app.ts";
import { Button, CopyOut } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { sayDuration, sayTime } from "../ui/times.ts";
import type { Trouble } from "../phone/connection.ts";

/** From how many seconds on a wrong clock is worth a word. */
const CLOCK_OFF_S = 30;

export function TroubleBar() {
  const { gateway, connection } = useApp();
  const trouble = connection.trouble.value;
  if (trouble) return <Bad trouble={trouble} />;
  const off = Math.round(gateway.offset.value);
  if (Math.abs(off) < CLOCK_OFF_S) return null;
  const how = { time: sayDuration(Math.abs(off)) };
  return (
    <p class="connection" role="status">
      {off < 0 ? say("connection.ahead", how) : say("connection.behind", how)}
    </p>
  );
}

function Bad({ trouble }: { trouble: Trouble }) {
  const { connection } = useApp();
  const isAsking = useSignal(false);
  const again = async () => {
    isAsking.value = true;
    await connection.again();
    isAsking.value = false;
    // The button goes with the trouble: whoever walks by keyboard goes on at the heading.
    if (!connection.trouble.peek()) document.querySelector<HTMLElement>("main h1")?.focus();
  };
  return (
    <section class="connection">
      <p role="status">{useSentence(trouble)} {say("weather.kept")}</p>
      {trouble.fault && (
        <p>
          <CopyOut
            text={trouble.fault}
            words={say("doing.copy")}
            shown={<span class="code">{trouble.fault}</span>}
          />
        </p>
      )}
      <p class="connection-ways">
        <Button onClick={() => void again()}>
          {say(isAsking.value ? "doing.loading" : "weather.again")}
        </Button>
      </p>
    </section>
  );
}

function useSentence({ kind, status, until }: Trouble): string {
  const { gateway, start } = useApp();
  const now = gateway.now();
  if (kind === "fault") return say("weather.fault", { status: String(status) });
  const at = until ?? gateway.answeredAt ?? start.value?.at ?? now;
  return say(kind === "gone" ? "connection.gone" : "limited.until", { time: sayTime(at, now) });
}
