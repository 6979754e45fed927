/** Whether the newest copy would come back, and how copies are taken elsewhere. */
import { useApp } from "../../phone/app.ts";
import type { AnswerOf } from "../../phone/wire/routes.ts";
import { CopyText } from "../../ui/copy_text.tsx";
import { sayAgo, sayTime } from "../../ui/times.ts";
import { Mark } from "../parts/mark.tsx";
import { type AdminKey, tell } from "../tell.ts";

type Copies = AnswerOf<"GET /api/admin/backups">;

export function Tried({ trial, elsewhere }: Pick<Copies, "trial" | "elsewhere">) {
  const now = useApp().gateway.now(), { lastAt, rclone, restic, zone } = elsewhere;
  return (
    <>
      <p>
        {!trial ? <Mark kind="off">{tell("ground.trial.none")}</Mark> : trial.error !== null
          ? (
            <Mark kind="bad">
              {tell("ground.trial.error", { at: sayTime(trial.at, now) })}{" "}
              <span lang="en">{trial.error}</span>
            </Mark>
          )
          : (
            <Mark kind="go">
              {tell("ground.trial.ok", {
                at: sayTime(trial.at, now),
                s: Math.max(1, Math.ceil(trial.ms / 1000)),
                caches: tell("ground.trial.caches", { n: trial.caches }),
                secrets: tell(`ground.trial.secrets.${trial.secrets}` as AdminKey),
              })}
            </Mark>
          )}
      </p>
      <p>
        <Mark kind={lastAt === null ? "wait" : "go"}>
          {lastAt === null
            ? tell("ground.elsewhere.never")
            : tell("ground.elsewhere.last", { ago: sayAgo(lastAt, now) })}
        </Mark>
      </p>
      <details>
        <summary>{tell("ground.elsewhere.line")}</summary>
        <p class="soft">{tell("ground.elsewhere.how", { zone })}</p>
        <CopyText text={rclone} what="rclone" />
        <CopyText text={restic} what="restic" />
        <p class="soft">{tell("ground.backup.kept")}</p>
        <p class="soft">{tell("ground.backup.secret")}</p>
      </details>
    </>
  );
}
