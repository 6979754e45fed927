/** What happens to stations that others act on, told once it is kept. */
import type { StationEvent } from "./reception.ts";
import type { ToldMessage } from "./sending/message_log.ts";

export interface StationsEvents {
  /** What a batch brought, or what this gateway sent. */
  stationsChanged: readonly StationEvent[];
  /** A message was logged, or its delivery changed. */
  messageLogged: ToldMessage;
}
