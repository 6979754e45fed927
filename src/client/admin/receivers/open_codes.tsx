/** Codes that no box has used yet: how far the box with each is, the code once more, and its end. */
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { routeTo } from "../../phone/wire/routes.ts";
import { Button } from "../../ui/parts.tsx";
import { sayAgo } from "../../ui/times.ts";
import { Danger } from "../parts/danger.tsx";
import { tell } from "../tell.ts";
import type { DrawnCode } from "./add_receiver.tsx";
import { type OpenCode, sayProgress } from "./boxes.ts";

interface CodesProps {
  /** Draws a code in full. */
  draw: (code: Omit<DrawnCode, "known">) => void;
  again: () => Promise<void>;
}

export const OpenCodes = ({ codes, ...props }: CodesProps & { codes: readonly OpenCode[] }) => (
  <section aria-labelledby="open-codes">
    <h3 id="open-codes">{tell("boxes.codes")}</h3>
    <ul class="row-list">
      {codes.map((code) => <CodeRow key={code.id} code={code} {...props} />)}
    </ul>
  </section>
);

function CodeRow({ code, draw, again }: CodesProps & { code: OpenCode }) {
  const { gateway } = useApp();
  const doing = useDoing();
  const { id, label, callsign, createdAt, expiresAt, readable, progress } = code;
  const now = gateway.now(), name = label || callsign || tell("boxes.code.any");
  const reveal = () =>
    doing.run(async () => {
      const answer = await gateway.ask(
        "POST",
        routeTo("POST /api/admin/boxes/codes/:id/reveal", { params: { id } }),
      );
      if (answer.ok) draw(answer.value);
      return answer;
    });
  return (
    <li class="open-code">
      <span>
        {tell("boxes.code", { name, ago: sayAgo(createdAt, now) })}
        <br />
        <span class="soft">
          {tell("boxes.code.until", { n: Math.max(0, Math.ceil((expiresAt - now) / 60)) })} ·{" "}
          {sayProgress(progress, now)}
        </span>
      </span>
      {readable
        ? (
          <Button
            aria-label={tell("boxes.code.again.about", { name })}
            disabled={doing.busy.value}
            onClick={() => void reveal()}
          >
            {tell("boxes.code.again")}
          </Button>
        )
        : <span class="soft">{tell("boxes.code.unreadable")}</span>}
      <Danger
        id={`code-${id}`}
        label={tell("boxes.code.withdraw")}
        about={tell("boxes.code.withdraw.about", { name })}
        touches={[tell("boxes.code.withdraw.touches")]}
        act={() => gateway.ask("DELETE", routeTo("DELETE /api/admin/boxes/codes/:id", { params: { id } }))}
        done={tell("boxes.code.withdrawn", { name })}
        after={again}
      />
      <Problem of={doing} />
    </li>
  );
}
