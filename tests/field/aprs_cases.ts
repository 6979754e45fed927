/** APRS as trackers, gates and nodes send it. */
import type { FieldCase } from "./field_case.ts";

const station = (call: string): string => `/api/stations/${call}`;
const OBJECTS = "/api/stations?bbox=16,48,17,49&include=objects";

export const APRS: readonly FieldCase[] = [
  {
    of: "rossengeorgiev/aprs-python#89",
    right: "a repeat whose number acknowledges something else is the same message (replyacks.txt, 3)",
    sends: [{
      internet: [
        "OE9TST-7>APDR16,TCPIP*::OE9TST-20:hello there{AB}",
        "OE9TST-7>APDR16,TCPIP*::OE9TST-20:hello there{AB}7Q",
        "OE9TST-7>APDR16,TCPIP*::OE9TST-20:hello there{AB}7R",
      ],
    }],
    becomes: { "/api/messages?call=OE9TST-7": { messages: [{ body: "hello there", msgNo: "AB" }] } },
  },
  {
    of: "craigerl/aprsd#42",
    right: "a command whose number acknowledges something else on each repeat is run once (replyacks.txt, 3)",
    sends: [{
      heard: [
        "OE1XYZ-7>APDR16::OE1XYZ-15:MAIL OE5ABC hello road two{M2}",
        "OE1XYZ-7>APDR16::OE1XYZ-15:MAIL OE5ABC hello road two{M2}07",
        "OE1XYZ-7>APDR16::OE1XYZ-15:MAIL OE5ABC hello road two{M2}09",
      ],
    }],
    becomes: { "/api/mailbox": { sent: [{ to: "OE5ABC", text: "hello road two" }] } },
  },
  {
    of: "ge0rg/aprsdroid#293",
    right: "frequency, tone and shift of an object are kept (APRS freqspec)",
    sends: [{
      internet: [
        "OE9TST-2>APRS,TCPIP*:;145.600  *111111z4812.46N/01625.00Er145.600MHz T088 -060 R25k Testberg",
      ],
    }],
    becomes: {
      [OBJECTS]: {
        objects: [{
          name: "145.600",
          comment: "R25k Testberg",
          frequency: { mhz: 145.6, tone: "T088", offsetMhz: -0.6 },
        }],
      },
    },
  },
  {
    of: "a gateway of Winlink",
    right: "the frequency of an object is kept (APRS freqspec)",
    sends: [{
      internet: [
        "WINLINK>APWL2K,TCPIP*,qAC,T2TEST:;OE9W-10  *281720z4812.46NW01625.00Ea144.800MHz 1200 R6m RMSPacket EMERGENCY",
      ],
    }],
    becomes: {
      [OBJECTS]: {
        objects: [{ comment: "1200 R6m RMSPacket EMERGENCY", frequency: { mhz: 144.8 } }],
      },
    },
  },
  {
    of: "ge0rg/aprsdroid#293",
    right: "a station's frequency, tone and shift are kept (APRS freqspec)",
    sends: [{ heard: ["OE9TST-3>APRS:!4812.46N/01625.00E>146.520MHz T100 +060 mobile"] }],
    becomes: {
      [station("OE9TST-3")]: {
        comment: "mobile",
        frequency: { mhz: 146.52, tone: "T100", offsetMhz: 0.6 },
      },
    },
  },
  {
    of: "chrissnell/graywolf#345",
    right: "a Mic-E radio's Emergency is shown as one (APRS101 chapter 10)",
    sends: [{ heard: ["OE9TST-8>481R56,WIDE1-1:`.2Ul #>/]help"] }],
    becomes: { [station("OE9TST-8")]: { micE: "Emergency", emergency: true, comment: "help" } },
  },
  {
    of: "chrissnell/graywolf#504",
    right:
      "a bulletin that is repeated is one; a newer line takes the older one's place (APRS101 chapter 14)",
    sends: [{
      internet: [
        "OE9BLN-1>APRS,TCPIP*::BLN0     :Fieldday on Saturday 1000 local",
        "OE9BLN-1>APRS,TCPIP*::BLN1     :Net 1900",
        "OE9BLN-1>APRS,TCPIP*::BLN0     :Fieldday on Saturday 1000 local{01",
        "OE9BLN-1>APRS,TCPIP*::BLN1     :Net moved to 2000",
      ],
    }],
    becomes: {
      "/api/messages?bulletins=1": {
        messages: [
          { toCall: "BLN1", body: "Net moved to 2000" },
          { toCall: "BLN0", body: "Fieldday on Saturday 1000 local" },
        ],
      },
    },
  },
  {
    of: "g8bpq/linbpq#1",
    right: "an object is killed whatever place its kill names (APRS101 chapter 11)",
    sends: [{
      internet: [
        "OE9TST-2>APRS,TCPIP*:;KILLTST  *111111z4812.46N/01625.00Er",
        "OE9TST-2>APRS,TCPIP*:;KILLTST  _111112z0000.00N/00000.00Er",
      ],
    }],
    becomes: { [OBJECTS]: { objects: [] } },
  },
  {
    of: "wb2osz/direwolf",
    right: "words that begin like an answer are a text: only lower case answers (APRS101 chapter 14)",
    sends: [{
      internet: [
        "OE9UTF-5>APDR16,TCPIP*::OE9UTF-6 :Rejoin",
        "OE9UTF-5>APDR16,TCPIP*::OE9UTF-6 :Acked",
      ],
    }],
    becomes: { "/api/messages?call=OE9UTF-5": { messages: [{ body: "Acked" }, { body: "Rejoin" }] } },
  },
  {
    of: "aprsorg/aprs-deviceid",
    right: "APRS as destination names no program, whatever the index calls it",
    sends: [{ internet: ["OE9TST-3>APRS,TCPIP*:!4812.46N/01625.00E-"] }],
    becomes: { "/api/stations/OE9TST-3": { device: null } },
  },
];
