/** One report: the thing that it is about, as it is now, and the buttons to decide. */
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { ReportedKind } from "../../../moderation/mod.ts";
import { sayOf } from "../../evidence/evidence_words.tsx";
import { KeyHelp } from "../../panes/keys.tsx";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button, Foreign, Loading, Why } from "../../ui/parts.tsx";
import { ChoiceField } from "../../ui/choices.tsx";
import { sayTime } from "../../ui/times.ts";
import { useRead } from "../../phone/use_read.ts";
import { sayCounts } from "../parts/counts.ts";
import { Danger } from "../parts/danger.tsx";
import { tell } from "../tell.ts";
import { CATEGORIES, type Category, type Done, personAddress, type Report } from "./shapes.ts";
import { Reason } from "./suspend.tsx";
import { ThingName } from "./thing_name.tsx";
import { routeTo } from "../../phone/wire/routes.ts";

interface Reported {
  report: Report;
  item: {
    text: string;
    media: { kind: "image" | "audio"; url: string } | null;
    status: string | null;
    removed: boolean;
    at: number;
  } | null;
  touches: Record<string, number> | null;
}

/** So begins how a report was settled whose cache an operator disabled. */
const DISABLED = "disabled: ";

export function ReportCard({ report, decided, undo, move }: {
  report: Report;
  decided: (done: Done) => Promise<void>;
  undo: () => void;
  move: (by: 1 | -1) => void;
}) {
  const { gateway } = useApp();
  const { known, problem } = useRead(
    routeTo("GET /api/admin/moderation/reports/:id", { params: { id: report.id } }),
  );
  const doing = useDoing();
  const template = useSignal<Category>(report.category),
    reason = useSignal(tell(`because.${report.category}`));
  const removing = useRef<HTMLDivElement>(null);
  // A visit is at another instance: none of the buttons that name its kind is there.
  const kind = report.kind as ReportedKind;
  const { id, targetId, label, status, category, text, found, reporter, ownerCall, code, createdAt } = report;
  const why = found && sayOf(found.why);
  const foundOut = found && why ? tell("reports.contradicted", { call: found.call, why }) : undefined;
  const shown = known.value?.value;
  const resolve = (to: Report["status"], note?: string) =>
    gateway.ask("POST", routeTo("POST /api/admin/moderation/reports/:id", { params: { id } }), {
      status: to,
      ...(note && { note }),
    });
  const keep = async () => {
    if (status !== "open" || !await doing.run(() => resolve("resolved", tell("reports.kept.note")))) return;
    await decided({ said: tell("reports.kept", { label }), undo: () => resolve("open") });
  };
  const reopen = async () => {
    if (await doing.run(() => resolve("open"))) await decided({ said: tell("reports.reopened", { label }) });
  };
  const remove = () =>
    gateway.ask("POST", routeTo("POST /api/admin/moderation/remove"), {
      kind,
      id: targetId,
      reason: reason.peek().trim(),
      reportId: id,
    });
  const disable = () =>
    gateway.ask("POST", routeTo("POST /api/admin/moderation/disable"), {
      ...{ kind, id: targetId, reason: reason.peek().trim(), reportId: id, disabled: true },
    });
  /** The cache is in use again and the report open. */
  const enable = async () => {
    const again = await gateway.ask("POST", routeTo("POST /api/admin/moderation/disable"), {
      ...{ kind, id: targetId, reason: tell("reports.undo.reason"), disabled: false },
    });
    return again.ok ? await resolve("open") : again;
  };
  /** Undoes a removal: the cache comes back and the report is open again. Other things cannot be brought back. */
  const bringBack = async () => {
    const restored = await gateway.ask("POST", routeTo("POST /api/admin/moderation/restore"), {
      kind,
      id: targetId,
      reason: tell("reports.undo.reason"),
    });
    return restored.ok ? await resolve("open") : restored;
  };
  /** The same on a report that is settled, also after a reload. */
  const comeBack = async () => {
    if (await doing.run(bringBack)) await decided({ said: tell("reports.brought_back", { label }) });
  };
  const useAgain = async () => {
    if (await doing.run(enable)) await decided({ said: tell("reports.enabled.again", { label }) });
  };
  /** For the key that removes: the first press opens the question, the second one answers it. */
  const pressRemove = () => {
    const form = removing.current?.querySelector("form");
    if (form) form.requestSubmit();
    else removing.current?.querySelector<HTMLElement>("button")?.click();
  };
  const touches = shown?.touches;
  return (
    <article class="report" aria-labelledby="report-title">
      <h2 id="report-title">
        <ThingName kind={kind} label={label} />
      </h2>
      <p>
        <strong>{tell(`category.${category}`)}</strong> · {tell(`kind.${kind as "cache"}`)} ·{" "}
        {tell("reports.by", { who: reporter ?? tell(found ? "reports.by.itself" : "reports.by.nobody") })},
        {" "}
        {sayTime(createdAt, gateway.now())}
      </p>
      {foundOut !== undefined ? <p>{foundOut}</p> : text && (
        <blockquote class="text">
          <Foreign>{text}</Foreign>
        </blockquote>
      )}
      <section class="reported" aria-label={tell("reports.thing")}>
        {problem.value && (
          <p class="bad">
            <Why says={problem.value} />
          </p>
        )}
        {!shown ? !problem.value && <Loading /> : <Thing {...shown} />}
        <p>
          {report.kind === "visit" && (
            <a href={`/find/${encodeURIComponent(targetId)}`}>{tell("reports.find")}</a>
          )}
          {code && <a href={`/c/${encodeURIComponent(code)}`}>{tell("reports.cache", { code })}</a>}{" "}
          {ownerCall && <a href={personAddress(ownerCall)}>{tell("reports.owner", { call: ownerCall })}</a>}
          {" "}
          {ownerCall && <a href={writeTo(ownerCall)}>{tell("reports.write.owner")}</a>}{" "}
          {isCallLike(reporter) && <a href={writeTo(reporter)}>{tell("reports.write.reporter")}</a>}
        </p>
      </section>
      {status === "resolved" && (
        <>
          <p>
            {tell("reports.resolved.by", { who: report.resolvedBy ?? "" })}{" "}
            {report.resolution && <Foreign>{report.resolution}</Foreign>}
          </p>
          {kind === "cache" && shown?.item?.removed && (
            <>
              <Button kind="main" disabled={doing.busy.value} onClick={() => void comeBack()}>
                {tell("reports.bring_back")}
              </Button>
              {" "}
            </>
          )}
          {kind === "cache" && shown?.item?.status === "disabled" && !shown.item.removed &&
            report.resolution?.startsWith(DISABLED) && (
            <>
              <Button kind="main" disabled={doing.busy.value} onClick={() => void useAgain()}>
                {tell("reports.enable")}
              </Button>
              {" "}
            </>
          )}
          <Button disabled={doing.busy.value} onClick={() => void reopen()}>{tell("reports.reopen")}</Button>
        </>
      )}
      {status === "open" && (
        <div class="decisions">
          <Button kind="main" disabled={doing.busy.value} onClick={() => void keep()}>
            {tell("reports.keep")}
          </Button>
          {kind === "cache" && shown?.item?.status === "active" && !shown.item.removed && (
            <Danger
              id={`disable-${id}`}
              label={tell("reports.disable")}
              about={tell("reports.disable.about", { label })}
              touches={[tell("reports.disable.what")]}
              act={disable}
              done=""
              undo={{ label: tell("reports.undo"), act: enable }}
              after={() => decided({ said: tell("reports.disabled.said", { label }), undo: enable })}
            >
              <Reason id={`disable-why-${id}`} value={reason} />
            </Danger>
          )}
          {touches && (
            <div ref={removing}>
              <Danger
                id={`report-${id}`}
                label={tell("reports.remove")}
                about={tell("reports.remove.about", { label })}
                touches={[
                  ...sayCounts(touches),
                  tell(kind === "cache" ? "reports.remove.back" : "reports.remove.gone"),
                ]}
                act={remove}
                done=""
                after={() =>
                  decided({
                    said: tell("reports.removed.said", { label }),
                    undo: kind === "cache" ? bringBack : undefined,
                  })}
              >
                <ChoiceField
                  id={`template-${id}`}
                  label={tell("reports.template")}
                  value={template}
                  choices={CATEGORIES}
                  words={(one) => tell(`category.${one}`)}
                  set={(chosen) => reason.value = tell(`because.${chosen}`)}
                />
                <Reason id={`why-${id}`} value={reason} />
              </Danger>
            </div>
          )}
        </div>
      )}
      <Problem of={doing} />
      <KeyHelp
        acts={{
          next: () => move(1),
          previous: () => move(-1),
          keep: () => void keep(),
          remove: pressRemove,
          undo,
        }}
      />
    </article>
  );
}

/** The conversation with a person. */
const writeTo = (call: string): string => `/messages/${encodeURIComponent(call)}`;
/** Whether whoever reported it has a callsign to write to. */
const isCallLike = (who: string | null): who is string => who !== null && /^[A-Z0-9]{3,7}$/.test(who);

/** The reported thing: its text and its photo or sound. */
function Thing({ item }: Reported) {
  if (!item) return <p>{tell("reports.gone")}</p>;
  const { text, media, removed, status } = item;
  return (
    <>
      {removed && <p class="bad">{tell("reports.is_removed")}</p>}
      {!removed && (status === "disabled" || status === "archived") && (
        <p class="soft">{tell(`reports.status.${status}`)}</p>
      )}
      {media?.kind === "image" && <img src={media.url} alt={tell("reports.photo")} />}
      {media?.kind === "audio" && <audio controls src={media.url} />}
      <p class="text">{text ? <Foreign>{text}</Foreign> : tell("reports.no_text")}</p>
    </>
  );
}
