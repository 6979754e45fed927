/** A raw packet by the gateway's own decoder. */
import { decodeFrame, decodeTnc2, isUnreadable } from "../../../../aprs/mod.ts";
import { type Register, sayIn, type Tool } from "../interface.ts";
import { bytesIn, flat } from "./flat.ts";

declare const register: Register;
declare const tool: Tool;
const say = sayIn(tool);

register({
  decoders: [{
    id: "packet",
    kind: "line",
    label: say({
      en: "Line of a monitor, or bytes in hexadecimal",
      de: "Zeile eines Monitors, oder Bytes in hexadezimal",
    }),
    placeholder: "OE1XYZ-9>APRS,WIDE1-1:!4812.50N/01622.43E>",
    decode(input) {
      const bytes = bytesIn(input);
      const decoded = bytes ? decodeFrame(bytes) : decodeTnc2(new TextEncoder().encode(input.trim()));
      return isUnreadable(decoded)
        ? `${say({ en: "This cannot be read", de: "Das lässt sich nicht lesen" })}: ${decoded.unreadable}`
        : flat(decoded);
    },
  }],
});
