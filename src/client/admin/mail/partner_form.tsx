/** The form of a forwarding partner. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { PartnerShape } from "../../../bbs/mod.ts";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button } from "../../ui/parts.tsx";
import { ChoiceField, Tick } from "../../ui/choices.tsx";
import { TextField } from "../../ui/fields.tsx";
import { tell } from "../tell.ts";
import { LINKS, sayLink } from "./link_words.ts";
import { routeTo } from "../../phone/wire/routes.ts";

/** Adds a partner; where there is one with this call, changes it. */
export function PartnerForm({ known, call, again }: {
  known: PartnerShape[];
  /** The call in the form: a row's "Edit" puts its own there. */
  call: Signal<string>;
  again: () => Promise<void>;
}) {
  const { gateway } = useApp();
  const doing = useDoing();
  const ha = useSignal(""), script = useSignal(""), bands = useSignal("");
  const minutes = useSignal("30"), proto = useSignal<typeof LINKS[number]>("rf-fbb");
  const federation = useSignal(false), said = useSignal("");
  const before = known.find((one) => one.call === call.value.trim().toUpperCase());
  // A partner that is entered already is changed: what it has is filled in, so that saving erases nothing of it.
  useEffect(() => {
    if (!before) return;
    ha.value = before.ha;
    script.value = before.connectScript;
    bands.value = before.timebands;
    minutes.value = String(before.intervalMin);
    proto.value = before.proto as typeof proto.value;
    federation.value = before.federation;
  }, [before?.call]);
  const save = async (event: Event) => {
    event.preventDefault();
    said.value = "";
    const body = {
      call: call.peek().trim(),
      ha: ha.peek().trim(),
      connectScript: script.peek(),
      timebands: bands.peek().trim(),
      intervalMin: Number(minutes.peek()),
      proto: proto.peek(),
      federation: federation.peek(),
    };
    if (!await doing.run(() => gateway.ask("POST", routeTo("POST /api/bbs/partners"), body))) return;
    said.value = tell("partner.saved", { call: body.call.toUpperCase() });
    await again();
  };
  return (
    <details id="partner" open={before !== undefined || undefined}>
      <summary>{tell("partner.enter")}</summary>
      <form class="side-form" onSubmit={(event) => void save(event)}>
        <TextField id="partner-call" label={tell("people.call")} value={call} required maxLength={9} code />
        <p role="status" class="soft">{before && tell("partner.take_over", { call: before.call })}</p>
        <TextField
          id="partner-ha"
          label={tell("partner.ha")}
          hint="OE1XBB.#OE1.AUT.EU"
          value={ha}
          maxLength={64}
          code
        />
        <TextField
          id="partner-script"
          label={tell("partner.script")}
          hint={tell("partner.script.hint")}
          code
          rows={2}
          maxLength={512}
          value={script}
        />
        <ChoiceField
          id="partner-proto"
          label={tell("partner.proto")}
          value={proto}
          choices={LINKS}
          words={sayLink}
        />
        <TextField
          id="partner-minutes"
          label={tell("partner.minutes")}
          hint={tell("partner.minutes.hint")}
          type="number"
          required
          min={0}
          max={1440}
          value={minutes}
        />
        <TextField
          id="partner-bands"
          label={tell("partner.bands")}
          hint={tell("partner.bands.hint")}
          value={bands}
          maxLength={64}
          code
        />
        <Tick label={tell("partner.federation")} value={federation} />
        <Button submit disabled={doing.busy.value}>{tell("partner.save")}</Button>
        <p role="status">{said.value}</p>
        <Problem of={doing} />
      </form>
    </details>
  );
}
