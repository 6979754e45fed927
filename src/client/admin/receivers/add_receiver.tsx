/** "Add a receiver": a code in large type, the one line to paste on the box, and a sign once its first packet has come. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button, takesFocus } from "../../ui/parts.tsx";
import { TextField } from "../../ui/fields.tsx";
import { Qr } from "../../ui/qr/qr.tsx";
import { ChoiceField } from "../../ui/choices.tsx";
import { CopyText } from "../../ui/copy_text.tsx";
import { passedOn } from "../../ui/passed_on.ts";
import { useRead } from "../../phone/use_read.ts";
import { Mark } from "../parts/mark.tsx";
import { command, tell } from "../tell.ts";
import { addressOf, type Box, type Heard, nameOf, type OpenCode, plays, sayProgress } from "./boxes.ts";
import { lineOf } from "./join_line.ts";
import { routeTo } from "../../phone/wire/routes.ts";

/** A code in full, and the boxes that had joined when it was drawn. */
export interface DrawnCode {
  id: string;
  code: string;
  expiresAt: number;
  label: string;
  callsign: string | null;
  /** SHA-256 of the authority that signs the gateway's certificates; null where it makes none of its own. */
  authority: string | null;
  known: readonly string[];
}

export function AddReceiver({ boxes, codes, heard, drawn: made, waits, again }: {
  boxes: readonly Box[];
  codes: readonly OpenCode[];
  heard: readonly Heard[];
  /** The code that is shown in full: just made, or shown again. */
  drawn: Signal<DrawnCode | undefined>;
  /** True while a box is expected, so that the page asks for the lists more often. */
  waits: Signal<boolean>;
  again: () => Promise<void>;
}) {
  const app = useApp();
  const doing = useDoing();
  const { known } = useRead(routeTo("GET /health"));
  const addresses = passedOn(location.origin, known.value?.value.addresses ?? []);
  const chosen = useSignal("");
  const label = useSignal(""), call = useSignal("");
  const make = async (event: Event) => {
    event.preventDefault();
    await doing.run(async () => {
      const answer = await app.gateway.ask("POST", routeTo("POST /api/admin/boxes/codes"), {
        label: label.peek().trim(),
        ...(call.peek().trim() && { callsign: call.peek().trim() }),
      });
      if (answer.ok) {
        made.value = { ...answer.value, known: boxes.map(({ box }) => box) };
        waits.value = true;
      }
      return answer;
    });
    await again();
  };
  /** Whether the line is shown as a QR code too. */
  const drawn = useSignal(false);
  // Where there is none yet, this is what one came for.
  const open = useSignal(boxes.length === 0 || location.hash === "#add-label");
  const code = made.value;
  const line = code ? command(lineOf(code, addresses, chosen.value)) : "";
  const box = code && boxes.find((one) => !code.known.includes(one.box));
  const frames = box ? heard.filter((one) => one.box === box.box) : [];
  const counted = frames.reduce((sum, one) => sum + one.day, 0) ||
    (box && !plays(box) && box.state?.spool.sent || 0);
  const expired = code !== undefined && !box && code.expiresAt < app.gateway.now();
  useEffect(() => {
    if (counted > 0 || expired) waits.value = false;
  }, [counted > 0, expired]);
  // Whoever came to make a code types its name at once.
  useEffect(() => {
    if (location.hash === "#add-label") document.getElementById("add-label")?.focus();
  }, []);
  const close = () => {
    made.value = undefined;
    waits.value = false;
    label.value = call.value = "";
    open.value = false;
  };
  const progress = code && codes.find(({ id }) => id === code.id)?.progress;
  const address = addresses.includes(chosen.value) ? chosen.value : addresses[0]!;
  if (!open.value && !code) {
    return (
      <p>
        <Button kind="main" icon="plus" onClick={() => open.value = true}>{tell("add.title")}</Button>
      </p>
    );
  }
  return (
    <section class="add-receiver" aria-labelledby="add-title">
      <h2 id="add-title">{tell("add.title")}</h2>
      {!code
        ? (
          <form onSubmit={make}>
            <TextField id="add-label" label={tell("add.label")} maxLength={64} value={label} />
            <TextField
              id="add-call"
              label={tell("add.call")}
              hint={tell("add.call.hint")}
              maxLength={9}
              call
              value={call}
            />
            <Button kind="main" submit disabled={doing.busy.value}>{tell("add.make")}</Button>
            <Problem of={doing} />
          </form>
        )
        : (
          <>
            <p>{tell("add.code")}</p>
            <p class="big-code code" tabIndex={-1} ref={takesFocus}>{code.code}</p>
            {addresses.length > 1 && (
              <ChoiceField
                id="add-address"
                label={tell("add.address")}
                value={address}
                set={(one) => chosen.value = one}
                choices={addresses}
              />
            )}
            <p>{tell("add.line")}</p>
            <CopyText text={line} what={tell("add.line.what")} />
            {line.includes(" --authority ") && <p class="soft">{tell("add.pinned")}</p>}
            <details class="add-qr" onToggle={({ currentTarget }) => drawn.value = currentTarget.open}>
              <summary>{tell("add.qr")}</summary>
              <p class="soft">{tell("add.qr.what")}</p>
              {drawn.value && <Qr text={line} label={tell("add.qr")} />}
            </details>
            <p class="soft">{tell("add.setups")}</p>
            <div role="status">
              <ol class="steps">
                {!box && !expired && (
                  <li data-state={progress ? "settled" : "waiting"}>
                    <Mark kind={progress ? "go" : "wait"}>{sayProgress(progress, app.gateway.now())}</Mark>
                  </li>
                )}
                <li data-state={box ? "settled" : expired ? "needs_you" : "waiting"}>
                  <Mark kind={box ? "go" : expired ? "bad" : "wait"}>
                    {box
                      ? tell("add.joined", { box: nameOf(box) })
                      : tell(expired ? "add.expired" : "add.waits", {
                        n: minutesTo(code.expiresAt, app.gateway.now()),
                      })}
                  </Mark>
                </li>
                <li data-state={counted > 0 ? "settled" : "waiting"}>
                  <Mark kind={counted > 0 ? "go" : box ? "wait" : "off"}>
                    {counted > 0
                      ? tell("add.heard", { n: counted, site: frames[0]?.site ?? "" })
                      : box && plays(box)
                      ? tell("boxes.fault.plays", { box: nameOf(box) })
                      : tell("add.unheard")}
                  </Mark>
                </li>
              </ol>
            </div>
            {box && counted > 0 && (
              <p>
                <a class="button button-main" href={addressOf(box.box)}>{tell("add.trust")}</a>
              </p>
            )}
            <Button onClick={close}>{tell(counted > 0 ? "add.another" : "add.close")}</Button>
          </>
        )}
    </section>
  );
}

const minutesTo = (at: number, now: number): number => Math.max(0, Math.ceil((at - now) / 60));
