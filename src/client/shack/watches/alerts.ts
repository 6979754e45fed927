/** The sentence of an alert, and the page that it leads to. Pure. */
import { alertNames, alertPage, alertSaid } from "../../../live/alerts/kinds.ts";
import { tell } from "../tell.ts";

/** Something that happened and that a member watches for. */
interface Alert {
  id: number;
  kind: string;
  callsign: string;
  code: string | null;
  title: string | null;
  find: number | null;
  farM?: number | null;
  at: number;
  seenAt: number | null;
}

/** The sentence, with the title of the cache that it is about. */
export const sentenceOf = ({ kind, callsign, ...about }: Alert): string =>
  tell(`alert.${alertSaid(kind)}`, alertNames({ ...about, call: callsign }));

/** The path of the page on which one acts upon it. */
export const pageOf = ({ kind, callsign, code, find }: Alert): string =>
  alertPage(kind, { call: callsign, code, find });
