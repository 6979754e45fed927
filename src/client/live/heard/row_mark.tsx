/** How installed tools colour a row: a line in the colour of a kind of stations, and its name, since in the sun all colours are one. */
import { type Judged, type RowLook, rowLook } from "../../phone/known/from_tools.ts";

/** How the row of a packet is shown; `undefined` where no tool says anything. */
export const lookOf = (packet: Judged): RowLook | undefined => rowLook.value?.(packet);

export const isHidden = (look: RowLook | undefined): boolean => look !== undefined && "hidden" in look;

/** The class of a row. */
export const rowClass = (look: RowLook | undefined): string | undefined =>
  look && "colour" in look ? `st st-${look.colour}` : undefined;

export const RowMark = ({ look }: { look: RowLook | undefined }) =>
  look && "colour" in look ? <span class="st-name">{look.colour}</span> : null;
