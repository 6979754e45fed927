/**
 * Takes a file of field notes: read in pieces on this device, so that it may be of any size, and handed over as it is read; and says
 * what came of it.
 */
import { type FieldNote, NoteReader, NOTES_BYTES } from "../../../../notebook/field_notes/read_notes.ts";
import type { Gateway } from "../../../phone/ask.ts";
import { routeTo } from "../../../phone/wire/routes.ts";
import { Explained } from "../../../ui/explained.tsx";
import type { Refused } from "../../../ui/refused.ts";
import { say, sayRefusal } from "../../../ui/say.ts";
import { sayBytes } from "../../../ui/times.ts";

/** Visits that the gateway takes at once. */
const AT_ONCE = 500;

/** What came of a file. `stopped`: the gateway refused or was not reached; what went before that is there. */
export interface FileTaken {
  taken: number;
  known: number;
  broken: number;
  /** Visits to which the device says nobody went, those of kinds that are not known here, and what the first of those are called. */
  unattempted: number;
  unknownKinds: number;
  called: readonly string[];
  /** Letters that were guessed, since the file is not UTF-8. */
  odd: number;
  stopped?: Refused;
  tooLarge?: true;
}

export async function takeFile(gateway: Gateway, account: string, file: Blob): Promise<FileTaken> {
  const sum = { taken: 0, known: 0 }, reader = new NoteReader(), ready: FieldNote[] = [];
  const told = () => {
    const { broken, unattempted, unknownKinds, called, odd } = reader;
    return { ...sum, broken, unattempted, unknownKinds, called, odd };
  };
  if (file.size > NOTES_BYTES) return { ...told(), tooLarge: true };
  const hand = async (): Promise<Refused | undefined> => {
    const notes = ready.splice(0, AT_ONCE);
    const answer = await gateway.ask("POST", routeTo("POST /api/my/field-notes"), { notes }, account);
    if (!answer.ok) return answer;
    sum.taken += answer.value.taken;
    sum.known += answer.value.known;
  };
  const pieces = file.stream().getReader();
  for (;;) {
    const { done, value } = await pieces.read();
    for (const note of done ? reader.end() : reader.push(value)) ready.push(note);
    while (ready.length >= AT_ONCE || (done && ready.length > 0)) {
      const stopped = await hand();
      if (stopped) {
        await pieces.cancel();
        return { ...told(), stopped };
      }
    }
    if (done) return told();
  }
}

/** What came of a file, in whole sentences, with the way to the chapter of a refusal. */
export function Taken({ of }: { of: FileTaken }) {
  const { taken, known, broken, unattempted, unknownKinds, called, odd, stopped, tooLarge } = of;
  const sentences = tooLarge ? [say("notes.too_large", { size: sayBytes(NOTES_BYTES) })] : [
    taken + known === 0 && !stopped ? say("notes.nothing") : say("notes.taken", { n: taken }),
    known > 0 ? say("notes.known", { n: known }) : "",
    broken > 0 ? say("notes.broken", { n: broken }) : "",
    unattempted > 0 ? say("notes.unattempted", { n: unattempted }) : "",
    unknownKinds > 0 ? say("notes.kinds", { n: unknownKinds, called: called.join(", ") }) : "",
    odd > 0 ? say("notes.odd", { n: odd }) : "",
    stopped ? (stopped.refused ? sayRefusal(stopped) : say("doing.unreached")) : "",
  ];
  return (
    <>
      {sentences.filter(Boolean).join(" ")} {stopped?.refused && <Explained reason={stopped.reason} />}
    </>
  );
}
