/** What pages say of a reading: how exact it is, and how old. */
import { say } from "../../ui/say.ts";
import { sayAge, sayDistance } from "../../ui/times.ts";
import { ageOf, type Reading } from "./reading.ts";

/** `to 8 m`. */
export const sayAccuracy = ({ accuracyM }: { accuracyM: number }): string =>
  say("fix.to", { far: sayDistance(accuracyM) });

/** `Last position 40 s ago.` */
export const sayLast = (reading: Reading, now: number): string =>
  say("fix.last", { age: sayAge(ageOf(reading, now)) });
