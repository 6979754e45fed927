/** On which frequency to send, as a sentence. */
import type { Start } from "../../read/mod.ts";
import { say } from "../ui/say.ts";

/** `of`: as the gateway tells it; without one the region's frequency is named, without a number. */
export const sayFrequency = (of: Start["frequency"] | undefined): string =>
  of ? say(of.usual ? "radio.usual" : "radio.on", { mhz: of.mhz }) : say("radio.region");
