/** What a box says of itself with a batch, and how it is shown. */
import { z } from "#schemas";

const count = z.number().int().min(0);
const seconds = z.number().int().min(0);
const MOST_PORTS = 32, MOST_TOLD = 200;

/** Words as the box tells them; a later box may know more. */
const word = z.string().regex(/^[a-z_]{1,32}$/);

export const Transmission = z.object({
  seq: count.describe("The box's own number of this transmission"),
  at: seconds,
  port: z.string().max(200).describe("Address of the radio's connection, at most 200 characters"),
  purpose: word.describe("What it was sent for: command, answer, outbox, gated, beacon, id, session …"),
  frame: z.string().max(400).describe(
    "The frame as a monitor line, `FROM>TO,PATH:text`, at most 400 characters",
  ),
  verdict: z.enum(["handed_over", "refused", "shown", "unknown"]).describe(
    "shown: a dry run, nothing was sent; unknown: the box stopped between noting and sending it",
  ),
  rules: z.array(word).max(24).describe("Names of the transmit rules that refused it, at most 24"),
  airMs: count.describe("How long it was on the air, in milliseconds"),
});
export type Transmission = z.output<typeof Transmission>;

const PortSaid = z.object({
  address: z.string().min(1).max(200),
  state: word.describe(
    "State of the connection: waiting_for_device, dialling, connected, hearing, quiet, refused …",
  ),
  in: count.describe("Frames heard since the box was made"),
  lastHeardAt: seconds.nullable(),
  site: z.string().max(9).nullable().optional().describe(
    "Station of the box's own receiver; null where the connection could name one and names none",
  ),
  tuned: z.object({
    hz: z.number().positive().max(1e12).describe(
      "What it receives on, not with an offset that the rig would transmit with",
    ),
    mode: z.string().regex(/^[A-Za-z0-9-]{1,16}$/).describe("As the rig names it: FM, PKTFM, USB …"),
    strengthDb: z.number().min(-120).max(120).optional().describe(
      "Signal at that moment against S9; absent where the rig measures none",
    ),
  }).optional().describe("What its receiver listens to, where the box reads it from the rig"),
});
const said = {
  version: z.string().min(1).max(64),
  simulated: z.boolean().optional().describe("It plays a recording: nothing that it counts was heard"),
  startedAt: seconds.optional(),
  clock: z.object({
    offsetMs: z.number().int().nullable().describe(
      "Clock of the gateway minus clock of the box, in milliseconds",
    ),
  }),
  spool: z.object({ in: count, sent: count, waiting: count, rejected: count, dropped: count }),
  tx: z.object({
    on: z.boolean(),
    locks: z.array(word).max(8).describe("Closed ones of box_off, port_off, gate, quiet, dry"),
  }),
};
export const BoxReport = z.object({
  id: z.string().max(64).optional().describe("The box's id, where the ingest secret is shown"),
  ...said,
  ports: z.array(PortSaid).max(MOST_PORTS),
  transmissions: z.array(Transmission).max(MOST_TOLD).optional().describe(
    "Those since the last report, oldest first; one that comes again is kept once",
  ),
});
export type BoxReport = z.output<typeof BoxReport>;

/** As people see it. */
export const BoxState = z.object({
  at: z.number().describe("When the box reported this, in unix seconds"),
  silent: z.boolean().describe("It has said nothing for a quarter of an hour"),
  ...said,
  ports: z.array(PortSaid.extend({
    unusuallyQuiet: z.boolean().describe("It hears nothing at an hour when it usually hears much"),
  })),
});
export type BoxState = z.output<typeof BoxState>;
