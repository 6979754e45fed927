/** The page of a member's own receivers: how they are, their commands, and what they transmitted. */
import { useSignal } from "@preact/signals";
import { SignedIn } from "../../phone/signed_in.tsx";
import { useApp } from "../../phone/app.ts";
import { Boundary } from "../../phone/boundary.tsx";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button, Foreign, Loading, Notice } from "../../ui/parts.tsx";
import { TextField } from "../../ui/fields.tsx";
import { BoxCommands } from "./box_commands.tsx";
import { BoxHealth, type BoxState } from "./box_health.tsx";
import { ReadAt } from "../read_at.tsx";
import { useRenewed } from "../renewed.ts";
import { tell } from "../tell.ts";
import { routeTo } from "../../phone/wire/routes.ts";

interface OwnBox {
  box: string;
  label: string;
  callsign: string | null;
  lastSeenAt: number | null;
  state: BoxState | null;
}

export default function BoxesPage() {
  return <SignedIn title="page.my_boxes">{(call) => <Boxes call={call} />}</SignedIn>;
}

/** How often the boxes are read again, in seconds. */
const BOXES_S = 10;

function Boxes({ call }: { call: string }) {
  const { known, again } = useRenewed(routeTo("GET /api/my/boxes"), BOXES_S);
  const boxes = known.value?.value.boxes;
  if (!boxes) return <Loading />;
  return (
    <>
      {boxes.length === 0 && <Notice>{tell("boxes.none_mine")}</Notice>}
      {boxes.length > 0 && <ReadAt known={known.value} everyS={BOXES_S} />}
      {boxes.map((box) => (
        <Boundary key={box.box}>
          <One box={box} call={call} />
        </Boundary>
      ))}
      <Claim again={again} />
    </>
  );
}

function One({ box: { box, label, state }, call }: { box: OwnBox; call: string }) {
  const open = useSignal(false);
  return (
    <section class="own-box">
      <h2>
        <span class="code">{box}</span> {label && <Foreign>{label}</Foreign>}
      </h2>
      {state ? <BoxHealth state={state} /> : <p class="soft">{tell("boxes.unsaid")}</p>}
      <Button aria-expanded={open.value} onClick={() => open.value = !open.value}>
        {tell("boxes.commands")}
      </Button>
      {open.value && <BoxCommands box={box} call={call} />}
    </section>
  );
}

/** The form to claim a box: the box shows a code, and whoever enters it owns the box. */
function Claim({ again }: { again: () => Promise<void> }) {
  const { gateway } = useApp();
  const doing = useDoing();
  const box = useSignal(""), code = useSignal("");
  const claim = async (event: Event) => {
    event.preventDefault();
    const path = routeTo("POST /api/box/:id/claim", { params: { id: box.peek().trim() } });
    if (await doing.run(() => gateway.ask("POST", path, { code: code.peek().trim() }))) {
      box.value = code.value = "";
      await again();
    }
  };
  const fields = [["box", box, "none"], ["code", code, "characters"]] as const;
  return (
    <section>
      <h2>{tell("boxes.claim")}</h2>
      <p>{tell("boxes.claim.what")}</p>
      <form onSubmit={claim}>
        {fields.map(([name, value, capitals]) => (
          <TextField
            key={name}
            id={`claim-${name}`}
            label={tell(`boxes.claim.${name}`)}
            code
            autoCapitalize={capitals}
            required
            maxLength={64}
            value={value}
          />
        ))}
        <Button submit disabled={doing.busy.value}>{tell("boxes.claim.do")}</Button>
      </form>
      <Problem of={doing} />
    </section>
  );
}
