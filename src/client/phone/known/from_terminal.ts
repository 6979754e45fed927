/**
 * What the terminal of this tab tells whoever wants to hear of it, such as installed tools. The terminal knows none of them, and
 * nothing that they do reaches the radio: it is told, and asks nothing back.
 */

/** A connection, as others hear of it. */
export interface TerminalSession {
  channel: number;
  own: string;
  peer: string;
  /** `out`: it was called from here. */
  direction: "in" | "out";
}
interface TerminalEars {
  /** Every frame that the radio heard, of whatever kind. */
  frame(heard: { from: string; to: string; text: string }): void;
  connected(session: TerminalSession): void;
  ended(session: TerminalSession): void;
}

const ears = new Set<TerminalEars>();
/** The connection that is shown, with how long its peer took to answer, in milliseconds; `undefined` where none stands. */
let ofScreen: () => TerminalSession & { roundMs: number | undefined } | undefined = () => undefined;

export const hearTerminal = (one: TerminalEars): void => void ears.add(one);
export const sessionShown = () => ofScreen();

/** For the terminal alone. */
export const toEars: TerminalEars = {
  frame: (heard) => ears.forEach((one) => one.frame(heard)),
  connected: (session) => ears.forEach((one) => one.connected(session)),
  ended: (session) => ears.forEach((one) => one.ended(session)),
};
export const showSession = (get: typeof ofScreen): void => {
  ofScreen = get;
};
