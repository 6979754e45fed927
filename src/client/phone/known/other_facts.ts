/** The facts of logs, mail and stations that their declarations alone draw; the first page needs none of them. Pure. */
import { LOG } from "../../../things/log.ts";
import { MAIL } from "../../../things/mail.ts";
import { STATION } from "../../../things/station.ts";
import { type Flag, flagsIn } from "./facts.ts";

export const MAIL_FLAGS: readonly Flag[] = flagsIn<typeof MAIL.facts>(MAIL.facts);
export const STATION_FLAGS: readonly Flag[] = flagsIn<typeof STATION.facts>(STATION.facts);
export const LOG_FLAGS: readonly Flag[] = flagsIn<typeof LOG.facts>(LOG.facts);

/** Of a body the values of these flags: what a form has of them. */
export const saidOf = (body: object, flags: readonly Flag[]): object =>
  Object.fromEntries(flags.map(({ name }) => [name, (body as Record<string, unknown>)[name] === true]));
