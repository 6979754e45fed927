/** Takes a file of field notes: read in pieces on this device, so that it may be of any size, and handed over as it is read. */
import type { Gateway } from "../../../phone/ask.ts";
import { routeTo } from "../../../phone/wire/routes.ts";
import type { Refused } from "../../../ui/refused.ts";
import { type FieldNote, NoteReader, NOTES_BYTES } from "../../../../notebook/field_notes/read_notes.ts";

/** Visits that the gateway takes at once. */
const AT_ONCE = 500;

/** What came of a file. `stopped`: the gateway refused or was not reached; what went before that is there. */
export interface FileTaken {
  taken: number;
  known: number;
  broken: number;
  stopped?: Refused;
  tooLarge?: true;
}

export async function takeFile(gateway: Gateway, account: string, file: Blob): Promise<FileTaken> {
  const sum = { taken: 0, known: 0, broken: 0 };
  if (file.size > NOTES_BYTES) return { ...sum, tooLarge: true };
  const reader = new NoteReader(), ready: FieldNote[] = [];
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
        return { ...sum, broken: reader.broken, stopped };
      }
    }
    if (done) return { ...sum, broken: reader.broken };
  }
}
