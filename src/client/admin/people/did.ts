/** What was done and to what, in the reader's words: the gateway's log names both by codes such as `trust blocked`. */
import { isTold, tell } from "../tell.ts";

/** The words of a key; of a later gateway's code, for which there are none, the code as it is. */
const wordOf = (key: string, code: string): string => isTold(key) ? tell(key) : code;
const plain = (code: string): string => code.replaceAll(/[ -]/g, "_");

/** Such as "neighbour: blocked" of the action `trust blocked` and the kind `peer`. */
export const sayDid = ({ action, kind }: { action: string; kind: string }): string =>
  `${wordOf(`kind.${plain(kind)}`, kind)}: ${wordOf(`did.${plain(action)}`, action)}`;
