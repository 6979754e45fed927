/** Bytes and lines of TNCs, GPS, rigs, TAK clients and mailboxes, as they come over sockets. */
import { decodeFrame, encodeKiss, encodeTnc2, isUnreadable, KissReader } from "../../src/aprs/mod.ts";
import { AgwReader, encodeAgw } from "../../src/box/drivers/agwpe/frames.ts";
import { openGpsd } from "../../src/box/drivers/gpsd_line.ts";
import { readAddress } from "../../src/box/config/address.ts";
import { readProposal } from "../../src/fbb/proposals.ts";
import { readRLine } from "../../src/fbb/r_line.ts";
import { commonMode, readSid } from "../../src/fbb/sid.ts";
import { EventReader, readEvent } from "../../src/live/cot/read_event.ts";
import { StreamFrames } from "../../src/meshtastic/mod.ts";
import { concat } from "../../src/base/mod.ts";
import type { PlainCase } from "./field_case.ts";

const hex = (text: string) => Uint8Array.from(text.match(/../g)!, (pair) => parseInt(pair, 16));
/** `E5SZ0>APRS:>on`, and one of connected mode. */
const STATUS = hex("82a0a4a64040608a6aa6b460406103f03e6f6e"), CALL = hex("8c68909e8c40ee8c68909e8c40653f");
/** Monitor lines of the data frames in a stream of KISS. */
const kiss = (...pieces: readonly Uint8Array[]) => () => {
  const reader = new KissReader();
  return pieces.flatMap((piece) => reader.push(piece)).filter(({ command }) => command === 0).map(
    ({ data }) => {
      const read = decodeFrame(data);
      return isUnreadable(read) ? read.unreadable : encodeTnc2(read);
    },
  );
};
const LINE = "E5SZ0>APRS:>on";

/** What gpsd's lines say. */
const gpsd = (...lines: readonly string[]) => async () => {
  const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));
  const io = {
    connect: () =>
      Promise.resolve({
        readable: new ReadableStream({
          start(to) {
            to.enqueue(bytes);
            to.close();
          },
        }),
        writable: new WritableStream(),
        close() {},
      }),
  };
  const address = readAddress("gpsd://127.0.0.1:2947");
  const line = await openGpsd(address as never, io as never, new AbortController().signal);
  const fixes: unknown[] = [];
  for await (const one of line.heard) if (one.kind === "fix") fixes.push(one.fix);
  return fixes;
};
const TPV = '"class":"TPV","mode":3,"time":"2026-06-01T12:00:00.000Z","lat":48.2,"lon":16.4';

/** Places in a stream of a TAK client. */
const tak = (text: string) => () =>
  new EventReader().push(text).map(readEvent).map((event) =>
    event?.kind === "place" ? event.said.name : event?.kind
  );
const event = (name: string, inside = "") =>
  `<event version="2.0" uid="${name}" type="a-f-G-U-C" how="m-g"><point lat="48.2" lon="16.4" hae="200" ce="9" le="9"/>` +
  `<detail><contact callsign="${name}"/>${inside}</detail></event>`;

export const LINES: readonly PlainCase[] = [
  {
    of: "chrissnell/graywolf#444",
    right: "frames share a delimiter, and the first needs none before it but one",
    does: kiss(encodeKiss(STATUS), encodeKiss(STATUS).subarray(1)),
    gives: [LINE, LINE],
  },
  {
    of: "meshtastic/firmware#11863",
    right: "an escape behind an escape is dropped, and what follows is as it stands (KISS, 2)",
    does: () => new KissReader().push(hex("c000dbdbdc41c0")).map(({ data }) => [...data]),
    gives: [[0xdc, 0x41]],
  },
  {
    of: "ampledata/kiss#15",
    right: "bytes that look like an escape once they are read are no escape",
    does: () => new KissReader().push(encodeKiss(hex("dbdc41"))).map(({ data }) => [...data]),
    gives: [[0xdb, 0xdc, 0x41]],
  },
  {
    of: "richonguzman/LoRa_APRS_Tracker#339",
    right: "line ends between two frames belong to neither",
    does: kiss(encodeKiss(STATUS), hex("0d0a"), encodeKiss(STATUS)),
    gives: [LINE, LINE],
  },
  {
    of: "richonguzman/LoRa_APRS_Tracker#340",
    right: "a call for a connection is no packet, and costs the next one nothing",
    does: () => {
      const [first, second] = kiss(encodeKiss(CALL), encodeKiss(STATUS))();
      return [first !== LINE, second];
    },
    gives: [true, LINE],
  },
  {
    of: "ac2cz/Falcon#33",
    right: "what a TNC says before it is in KISS mode is no frame",
    does: kiss(new TextEncoder().encode("KISS ON\r\nRESTART\r\n"), encodeKiss(STATUS)),
    gives: [LINE],
  },
  {
    of: "chrissnell/graywolf#588",
    right: "a port is what the header says, and the rest of the frame is read by it",
    does: () =>
      (new AgwReader().push(concat(
        encodeAgw({ kind: "K", port: 1, from: "OE9ABC-7", to: "APRS", data: STATUS }),
        encodeAgw({ kind: "U", port: 0, from: "OE9ABC-8", to: "APRS" }),
      )) as { port: number; from: string }[]).map(({ port, from }) => [port, from]),
    gives: [[1, "OE9ABC-7"], [0, "OE9ABC-8"]],
  },
  {
    of: "la5nta/pat#404",
    right: "an answer that another program gives by another letter is a frame all the same",
    does: () => {
      const bytes = encodeAgw({ kind: "x", from: "OE9ABC", data: Uint8Array.of(1) }),
        reader = new AgwReader();
      // It comes a byte at a time.
      return [...bytes].flatMap((byte) => reader.push(Uint8Array.of(byte)) as { kind: string }[])
        .map(({ kind }) => kind);
    },
    gives: ["x"],
  },
  {
    of: "wadda/gps3#23",
    right: "the height has been altMSL since gpsd 3.20",
    does: gpsd(`{${TPV},"altHAE":246.0,"altMSL":200.5}`),
    gives: [{ lat: 48.2, lon: 16.4, altitudeM: 200.5 }],
  },
  {
    of: "adjacentlink/emane#136",
    right: "and alt before that",
    does: gpsd(`{${TPV},"alt":200.5}`),
    gives: [{ altitudeM: 200.5 }],
  },
  {
    of: "ros-drivers/gps_umd#7",
    right: "a height that is no number is not known, and the place is",
    does: gpsd(`{${TPV},"altMSL":nan,"speed":-nan,"eph":inf}`, `{${TPV},"altMSL":201}`),
    gives: [{ lat: 48.2, altitudeM: undefined, speedMs: undefined }, { altitudeM: 201 }],
  },
  {
    of: "ros-drivers/gps_umd#7",
    right: "a line that is cut costs the next one nothing",
    does: gpsd(`{${TPV},"alt`, `{${TPV},"altMSL":201}`),
    gives: [{ altitudeM: 201 }],
  },
  {
    of: "DeuxVis/Lora-TTNMapper-T-Beam#9",
    right: "words that stand in a text are no numbers",
    does: gpsd(`{${TPV},"device":"a:nan,b","altMSL":201}`),
    gives: [{ altitudeM: 201 }],
  },
  {
    of: "flighttactics/TAKAware#92",
    right: "a name may stand outside the details",
    does: tak(
      '<event version="2.0" uid="T1" type="a-f-A-C-F" how="m-g"><contact callsign="T1"/><point lat="48" lon="16" hae="1" ce="9" le="9"/></event>',
    ),
    gives: ["T1"],
  },
  {
    of: "darkplusplus/cot#2",
    right: "an event that closes itself does not swallow the next one",
    does: tak(
      `<event version="2.0" uid="X" type="t-x-d-d" how="h-g-i-g-o"/>${event("OE9A")}${event("OE9B")}`,
    ),
    gives: [undefined, "OE9A", "OE9B"],
  },
  {
    of: "FreeTAKTeam/FreeTakServer#195",
    right: "line ends and declarations stand between events",
    does: tak(`<?xml version="1.0"?>\n${event("OE9A")}\n\n<?xml version='1.0'?>${event("OE9B")}\n`),
    gives: ["OE9A", "OE9B"],
  },
  {
    of: "Yeraze/meshmonitor#4314",
    right: "a name is not markup, whatever is in it",
    does: tak(event("A&amp;B &lt;event&gt;")),
    gives: ["A&B <event>"],
  },
  {
    of: "sofwerx/push-cursor-on-target#2",
    right: "who writes the details before the place is there too",
    does: tak(
      '<event how="m-g" type="a-f-A-M-F-Q" uid="A.101" version="2.0"><detail><contact callsign="My-Drone"/></detail><point lat="37.564" lon="-122.321" hae="43.34" ce="1" le="1"/></event>',
    ),
    gives: ["My-Drone"],
  },
  {
    of: "meshtastic/python, its stream reader",
    right: "words of a device's log between frames are passed over",
    does: () =>
      new StreamFrames().push(concat(
        new TextEncoder().encode("INFO | 12:00:01 Booting\r\n"),
        hex("94c300023801"),
        new TextEncoder().encode("DEBUG | sent\n"),
        hex("94c3000138"),
      )).map((frame) => frame.length),
    gives: [2, 1],
  },
  ...([
    ["la5nta/pat#177", "[WL2K-5.0-B2FWIHJM$]", "b1"],
    ["la5nta/pat#246", "[RMS Express-1.5.12.0-B2FHM$]", "b1"],
    ["g8bpq/linbpq#5", "[BPQ-6.0.24.52-B12FWIHJM$]", "b1"],
    ["OpenBCM", "[OpenBCM-1.08-AB1D1FHMRW$]", "b1"],
    ["JNOS", "[JNOS-2.0m-B1FHIM$]", "b1"],
    ["F6FBB", "[FBB-7.0.11-ABFHM$]", "b0"],
    ["DPBOX", "[DP-6.00-ACFHMR$]", "ascii"],
  ] as const).map(([of, sid, mode]): PlainCase => ({
    of,
    right: `${sid} is a mailbox, and both agree on ${mode}`,
    does: () => commonMode("b1", readSid(sid)!),
    gives: mode,
  })),
  {
    of: "la5nta/pat#177",
    right: "an offer whose number has a blank in it cannot be taken, and breaks nothing",
    does: () => readProposal("FC EM OE9ABC VJTJY9G 156 145 0").kind,
    gives: "unusable",
  },
  {
    of: "F6FBB",
    right: "an empty text is offered as the largest of 32 bits",
    does: () => readProposal("FB P OE9ABC OE1XBB OE1XAB 12_OE9XBB 4294967295"),
    gives: { kind: "offer", proposal: { size: 0, bid: "12_OE9XBB" } },
  },
  {
    of: "OpenBCM",
    right: "a postmark has number, town and more behind it",
    does: () => readRLine("R:260601/1200Z 12345@DB0XXX.#BAY.DEU.EU [Augsburg] OpenBCM1.08 LT:007"),
    gives: {
      address: "DB0XXX.#BAY.DEU.EU",
      number: 12345,
      town: "Augsburg",
      at: Date.UTC(2026, 5, 1, 12) / 1000,
    },
  },
  {
    of: "g8bpq/linbpq#5",
    right: "a postmark of LinBPQ names its program without brackets",
    does: () => readRLine("R:260601/1200Z 777@GB7XXX.#12.GBR.EURO LinBPQ6.0.24"),
    gives: { address: "GB7XXX.#12.GBR.EURO", number: 777, town: undefined },
  },
  {
    of: "JNOS",
    right: "a postmark of JNOS has its number and name behind marks of their own",
    does: () => readRLine("R:260601/1200 @:N1XXX.#CT.USA.NOAM [Bolton] #:123 $:123_N1XXX"),
    gives: { address: "N1XXX.#CT.USA.NOAM", number: 123, town: "Bolton", bid: "123_N1XXX" },
  },
];
