/** The reference's own examples and the rules that a table of frames does not show. */
import assert from "node:assert/strict";
import {
  ackInfo,
  aprsIsPasscode,
  arrivalOf,
  type Content,
  decodeTnc2,
  deviceOf,
  encodeTnc2,
  isUnreadable,
  messageInfo,
  messageText,
  type Packet,
  positionInfo,
  symbolName,
  thirdPartyInfo,
  weatherInfo,
} from "../../src/aprs/mod.ts";

/** 2026-06-01 12:00:00 UTC. */
const NOON = 1_780_315_200;

function packet(line: string): Packet {
  const decoded = decodeTnc2(new TextEncoder().encode(line), NOON);
  assert.ok(!isUnreadable(decoded), JSON.stringify(decoded));
  return decoded;
}
const content = (info: string): Content => packet(`N0CALL-9>APRS:${info}`).content;
const located = (info: string) => {
  const found = content(info);
  assert.ok("lat" in found, JSON.stringify(found));
  return found;
};

Deno.test("compressed position: the reference's check value", () => {
  const { lat, lon, course, speedKmh, symbol } = located("=/5L!!<*e7>7P[");
  assert.deepEqual([lat, lon, course, symbol], [49.5, -72.7500039, 88, "/>"]);
  assert.ok(Math.abs(speedKmh! / 1.852 - 36.2) < 0.05);
});

Deno.test("a good position has no problems; one under a strange symbol table is taken, and that is said", () => {
  for (const table of ["/", "\\", "A", "9"]) {
    assert.deepEqual(packet(`N0CALL>APRS:!4903.50N${table}07201.75W>`).problems, [], table);
  }
  const strange = packet("N0CALL>APRS:!4903.50N?07201.75W>");
  assert.ok("lat" in strange.content);
  assert.deepEqual(strange.problems, ["'?' is not a symbol table"]);
});

Deno.test("ambiguity gives the middle and half side of the blanked box", () => {
  const sizes = [
    "4903.50N/07201.75W",
    "4903.5 N/07201.7 W",
    "4903.  N/07201.  W",
    "490 .  N/0720 .  W",
    "49  .  N/072  .  W",
  ]
    .map((spot) => located(`!${spot}-`).ambiguityM);
  assert.deepEqual(sizes, [0, 92.6, 926, 9260, 55_560]);
  // The longitude inherits the latitude's level even when it was sent whole.
  assert.equal(located("!4903.  N/07201.75W-").lon, -72.025);
  assert.equal(located("!49  .  N/07201.75W-").lat, 49.5);
});

Deno.test("!DAO! adds digits away from zero, and none to an ambiguous place", () => {
  assert.equal(located("!4903.50S/07201.75W>!W52!").lat, -49.0584166);
  const vague = packet("N0CALL>APRS:!4903.5 N/07201.7 W>!W52!");
  assert.ok("lat" in vague.content);
  assert.equal(vague.content.ambiguityM, 92.6);
  assert.match(vague.problems.join(), /!DAO! not used/);
});

Deno.test("times are dated by the hour of reception and local or future ones are not trusted", () => {
  const time = (text: string) => {
    const found = content(`@${text}4903.50N/07201.75W>`);
    return found.kind === "position" ? found.time : undefined;
  };
  assert.deepEqual(time("011130z"), { text: "011130z", at: NOON - 1800 });
  assert.deepEqual(time("311200z"), { text: "311200z", at: NOON - 86_400 });
  assert.deepEqual(time("115959h"), { text: "115959h", at: NOON - 1 });
  assert.deepEqual(time("235959h"), { text: "235959h", at: NOON - 43_201 });
  assert.deepEqual(time("011130/"), { text: "011130/" });
  assert.deepEqual(time("111111z"), { text: "111111z" });
  assert.equal(time("991130z"), undefined);
});

Deno.test("Mic-E: device, status, altitude and comment apart from one another", () => {
  const kenwood = packet('N0CALL-7>S32U6T:`(_f"Oj>/]"4T}comment=');
  assert.deepEqual(deviceOf(kenwood), { vendor: "Kenwood", model: "TM-D710", class: "rig" });
  assert.ok(kenwood.content.kind === "position");
  const { comment, altitudeM, micE, course } = kenwood.content;
  assert.deepEqual([comment, altitudeM, micE, course], ["comment", 61, "Returning", 178]);
  const emergency = packet('N0CALL-7>332U6T:`(_f"Oj>/');
  assert.ok(emergency.content.kind === "position");
  assert.equal(emergency.content.micE, "Emergency");
  // Only the first byte says whether the device takes messages: a tracker's comment may hold any.
  for (const [tail, messaging] of [["`hi", true], [">hi", true], ["]hi", true], ["'hi`>]", false]] as const) {
    const { content } = packet(`N0CALL-7>S32U6T:\`(_f"Oj>/${tail}`);
    assert.ok(content.kind === "position");
    assert.equal(content.messaging, messaging, tail);
  }
  const vague = packet('N0CALL-7>S32ULL:`(_f"Oj>/');
  assert.ok("lat" in vague.content);
  assert.equal(vague.content.ambiguityM, 926);
});

Deno.test("messages: numbers, reply-acks, answers, bulletins", () => {
  assert.deepEqual(content(":N0CALL-1 :hi{AB}CD"), {
    kind: "message",
    addressee: "N0CALL-1",
    text: "hi",
    number: "AB}CD",
    numberOwn: "AB",
    replyAck: "CD",
  });
  assert.deepEqual(content(":N0CALL-1 :hi{AB}"), {
    kind: "message",
    addressee: "N0CALL-1",
    text: "hi",
    number: "AB}",
    numberOwn: "AB",
  });
  assert.deepEqual(content(":N0CALL-1 :ackAB}CD"), {
    kind: "ack",
    addressee: "N0CALL-1",
    number: "AB",
    replyAck: "CD",
  });
  assert.deepEqual(content(":N0CALL-1 :REJ7"), { kind: "rej", addressee: "N0CALL-1", number: "7" });
  assert.deepEqual(content(":N0CALL-1 :acknowledged"), {
    kind: "message",
    addressee: "N0CALL-1",
    text: "acknowledged",
  });
  assert.deepEqual(content(":BLN4WX   :Storm"), {
    kind: "bulletin",
    addressee: "BLN4WX",
    sort: "bulletin",
    line: "4",
    group: "WX",
    text: "Storm",
  });
  assert.equal(content(":NWS-WARN :Storm").kind, "bulletin");
  assert.deepEqual(content(":N0CALL   :?APRSD"), { kind: "query", query: "APRSD", addressee: "N0CALL" });
  assert.equal(content(":TOOSHORT:x").kind, "broken");
});

Deno.test("telemetry: decimals, missing values, base 91 with its first bit lowest", () => {
  const found = content("T#7,1.5,,-3,40000,5");
  assert.ok(found.kind === "telemetry");
  assert.deepEqual([found.sequence, found.analog, found.bits], ["7", [1.5, null, -3, 40000, 5], undefined]);
  const { telemetry, comment } = located("!4903.50N/07201.75W>text|ss112233445566|");
  assert.deepEqual(telemetry, { sequence: "7544", analog: [1472, 1564, 1656, 1748, 1840], bits: "00110001" });
  assert.equal(comment, "text");
});

Deno.test("weather: metric, unknown fields left out, h00 is 100", () => {
  const { weather, comment } = located("!4903.50N/07201.75W_.../...g...t-05r...p   P000h00b.....wRSW");
  assert.deepEqual(weather, { tempC: -20.6, rainTodayMm: 0, humidity: 100 });
  assert.equal(comment, "wRSW");
});

Deno.test("third-party: the inner packet, its Internet path seen", () => {
  const outer = packet("GATE-1>APRS,WIDE1-1*:}OE1ABC>APRS,TCPIP,GATE-1*:!4903.50N/07201.75W>");
  assert.ok(outer.content.kind === "third-party");
  const judged = arrivalOf(outer);
  assert.deepEqual([judged.packet.source, judged.internet, judged.direct], ["OE1ABC", true, false]);
  let nested = "!4903.50N/07201.75W>";
  for (let i = 0; i < 50; i++) nested = `}A1A>APRS:${nested}`;
  assert.ok(!isUnreadable(decodeTnc2(`A1A>APRS:${nested}`)));
});

Deno.test("who was heard: only what the path takes away", () => {
  const judge = (path: string) => {
    const { direct, internet, relay, local } = arrivalOf(packet(`OE1ABC>APRS${path}:>x`));
    return { direct, internet, relay, local };
  };
  const plain = { direct: true, internet: false, relay: undefined, local: false };
  assert.deepEqual(judge(""), plain);
  assert.deepEqual(judge(",WIDE1-1,WIDE2-1"), plain);
  assert.deepEqual(judge(",WIDE1-1,qAR,GATE-1"), plain);
  assert.deepEqual(judge(",DIGI1,WIDE2*"), { ...plain, direct: false });
  assert.deepEqual(judge(",DIGI1,DIGI2*,WIDE2-1"), { ...plain, direct: false, relay: "DIGI2" });
  for (const q of ["qAC", "qAX", "qAU", "qAS", "qAZ", "qAI"]) {
    assert.equal(judge(`,${q},SRV`).internet, true, q);
  }
  assert.equal(judge(",TCPIP*").internet, true);
  assert.equal(judge(",RFONLY").local, true);
});

Deno.test("the last asterisk marks all before it, and a path is written back with one", () => {
  const line = "OE1ABC>APRS,DIGI1,WIDE1*,WIDE2-1,qAR,GATE-1:>x";
  const read = packet(line);
  assert.deepEqual(read.path.map(({ used }) => used), [true, true, false]);
  assert.equal(encodeTnc2(read), line);
  assert.equal(
    encodeTnc2(packet("OE1ABC>APRS,DIGI1*,WIDE1*,WIDE2-1:>x")),
    "OE1ABC>APRS,DIGI1,WIDE1*,WIDE2-1:>x",
  );
});

Deno.test("lines end at CR or LF and at nothing else", () => {
  const { info } = packet("N0CALL>APRS:>a\x00b\x1cc\rd\n");
  assert.equal(info, ">a\x00b\x1cc");
});

Deno.test("what the gateway composes is what it reads", () => {
  const { lat, lon, symbol, comment } = located(positionInfo(-0.00834, 179.99999, "/-", "home"));
  assert.deepEqual([lat, lon, symbol, comment], [-0.0083333, 180, "/-", "home"]);
  assert.deepEqual(content(messageInfo("OE1ABC-7", "hello", "12")), {
    kind: "message",
    addressee: "OE1ABC-7",
    text: "hello",
    number: "12",
    numberOwn: "12",
  });
  assert.equal(ackInfo("OE1ABC", "MM}AA"), ":OE1ABC   :ackMM}AA");
  assert.equal(messageText("Grüße {über} | ~ 5€"), "Grusse uber}   5");
  const weather = {
    windDirection: 220,
    windMs: 1.79,
    gustMs: 2.24,
    tempC: -21.7,
    rain1hMm: 2.54,
    humidity: 100,
    pressureHpa: 990,
  };
  const sent = weatherInfo({ lat: 49.05, lon: -72.03 }, weather);
  assert.equal(sent, "!4903.00N/07201.80W_220/004g005t-07r010h00b09900");
  assert.deepEqual(located(sent).weather, weather);
  assert.equal(
    thirdPartyInfo({ source: "SVC", destination: "APZ001", info: ":X        :y" }, "GATE-1"),
    "}SVC>APZ001,TCPIP,GATE-1*::X        :y",
  );
  assert.deepEqual([aprsIsPasscode("TESTCALL"), aprsIsPasscode("N0CALL-9")], [31742, 13023]);
});

Deno.test("symbols and devices have names", () => {
  assert.equal(symbolName("/>"), "Car");
  assert.equal(symbolName("D&"), symbolName("\\&"));
  assert.equal(deviceOf(packet("N0CALL>APDR16:>x"))?.model, "APRSdroid");
  assert.equal(deviceOf(packet("N0CALL>QQQQQQ:>x")), undefined);
});

Deno.test("an alias that was counted down was heard from a digipeater that leaves no trace", () => {
  const direct = (path: string) => arrivalOf(packet(`OE1ABC>APRS${path}:>x`)).direct;
  for (
    const path of [
      "",
      ",WIDE1-1",
      ",WIDE2-2",
      ",WIDE1-1,WIDE2-1",
      ",TRACE7-7",
      ",OE2-2",
      ",HILL2",
      ",OE9DIG",
      ",WIDE",
    ]
  ) {
    assert.equal(direct(path), true, path);
  }
  for (
    const path of [
      ",WIDE2-1",
      ",WIDE2",
      ",WIDE1",
      ",WIDE3-2,OE9DIG",
      ",TRACE3-2",
      ",OE2-1",
      ",SP7-6",
      ",WIDE2-1*",
    ]
  ) {
    assert.equal(direct(path), false, path);
  }
});
