/**
 * Feeds much hostile text of each family to everything that outside text reaches, saying before each what it
 * feeds, so that whoever runs this under a deadline learns where it hung. What is read of the text does not matter here.
 */
import { decodeTnc2 } from "../../src/aprs/mod.ts";
import { decodeMeshcom } from "../../src/aprs/meshcom/meshcom.ts";
import { plainText } from "../../src/accounts/cards/profile.ts";
import { baseCall, homeCall, isCall, normalCall, parseBox, replaceTags, xml } from "../../src/base/mod.ts";
import { callIn } from "../../src/bbs/files/mbox.ts";
import { readAddressee } from "../../src/bbs/mail/addressee.ts";
import { visible } from "../../src/bbs/mail/shown.ts";
import { readWhitePageLines } from "../../src/bbs/white_pages/lines.ts";
import { Purse } from "../../src/foreign/mod.ts";
import { readPlaces } from "../../src/caches/imports/read_places.ts";
import { SOURCES } from "../../src/caches/imports/sources.ts";
import { readRange } from "../../src/http/mod.ts";
import { readCommand } from "../../src/caches/radio/radio_command.ts";
import { codeBits } from "../../src/caches/stages/code_strength.ts";
import { readAddress } from "../../src/fbb/address.ts";
import { readAnswers } from "../../src/fbb/answers.ts";
import { readProposal } from "../../src/fbb/proposals.ts";
import { readRLine } from "../../src/fbb/r_line.ts";
import { readScript } from "../../src/fbb/session/connect.ts";
import { readSid } from "../../src/fbb/sid.ts";
import { readRegion } from "../../src/federation/serve/region.ts";
import { parseClientMessage } from "../../src/live/room/messages.ts";
import { ascii } from "../../src/read/formats/adif.ts";
import { htmlText } from "../../src/read/formats/html_text.ts";
import { parseClusterLine } from "../../src/read/spots/cluster.ts";
import { readSpec } from "../../src/registries/spec.ts";
import { readBox, readCursor } from "../../src/stations/routes/query.ts";
import { decodeCbor, isInstanceId, readFingerprint, readGid, readPublicKey } from "../../src/wire/mod.ts";
import { testApp } from "../kit/app.ts";

/** What looks back is lost in a fifth of a megabyte already; what merely grows faster than its text shows in the whole. */
const SIZE = Number(Deno.env.get("HOSTILE_SIZE") ?? 200_000);

/** What patterns that look back get lost in: runs, nested openings, nearly-matches, and an end that fits nothing. */
export const FAMILIES: Record<string, string> = {
  spaces: " ",
  tabs: "\t",
  lines: "\r\n",
  letters: "a",
  digits: "1",
  quotes: '"',
  openings: "<",
  tags: "<a ",
  comments: "<!--",
  entities: "&#",
  brackets: "[",
  dashes: "-",
  dots: "a.",
  slashes: "/",
  colons: "a:",
  commas: "1,",
  paths: "A>B,",
  escapes: "%4",
  guillemets: "‹",
  combining: "e\u0301",
};
const text = (piece: string, head = ""): string =>
  (head + piece.repeat(SIZE / piece.length)).slice(0, SIZE) + "\u0001!";

const bytesOf = (given: string) => new TextEncoder().encode(given);
const [source] = SOURCES;
const places = async (file: string) => {
  const { rows } = await readPlaces(new Blob([file]).stream(), source!, "2026-06-01", new Purse());
  for await (const _ of rows);
};

/** Everything that reads outside text by itself. */
const READERS: Record<string, (given: string) => unknown> = {
  "APRS line": (given) => decodeTnc2(bytesOf(given)),
  "APRS status": (given) => decodeTnc2(`OE1XYZ>APRS:>${given}`),
  "APRS position": (given) => decodeTnc2(`OE1XYZ>APRS:!4812.00N/01620.00E-${given}`),
  "APRS weather": (given) => decodeTnc2(`OE1XYZ>APRS:_10090556c220s004${given}`),
  "APRS message": (given) => decodeTnc2(`OE1XYZ>APRS::OE2ABC   :${given}`),
  "APRS object": (given) => decodeTnc2(`OE1XYZ>APRS:;OBJECT   *111111z4812.00N/01620.00E-${given}`),
  "APRS raw NMEA": (given) => decodeTnc2(`OE1XYZ>APRS:$GPRMC,${given}`),
  "APRS third party": (given) => decodeTnc2(`OE1XYZ>APRS:}${given}`),
  "MeshCom": (given) => decodeMeshcom(JSON.stringify({ src: "OE1XYZ", dst: "*", msg: given, type: "msg" })),
  "MeshCom text": (given) => decodeMeshcom(given),
  "a card's text": plainText,
  "a callsign": (given) => [isCall(given), normalCall(given), baseCall(given), homeCall(given)],
  "a box": (given) => [parseBox(given), readBox(given), readRegion(given)],
  "a cursor": readCursor,
  "markup": (given) => [replaceTags(given, () => ""), xml(given), htmlText(given), ascii(given)],
  "an mbox header": callIn,
  "a mail address": (given) => [readAddressee(given), readAddress(given)],
  "mail shown": visible,
  "White Pages": readWhitePageLines,
  "a CSV file": (given) => places(`SummitCode,${given}\n${given}`),
  "a GPX file": (given) =>
    places(`<?xml version="1.0"?><gpx><wpt lat="1" lon="2"><desc>${given}</desc></wpt></gpx>`),
  "a GPX head": (given) => places(`<${given}`),
  "a Range header": (
    given,
  ) => [readRange(given, 1000), readRange(`bytes=${given}`, 1000), readRange(`bytes=-${given}`, 1000)],
  "a radio command": (
    given,
  ) => [readCommand(given), readCommand(`NOTE OE4K7P ${given}`), readCommand(`MAIL ${given}`)],
  "a stage's code": (given) => codeBits(given.slice(0, 200)),
  "FBB lines": (
    given,
  ) => [
    readAnswers(given, 5),
    readProposal(given),
    readProposal(`FA ${given}`),
    readRLine(given),
    readSid(given),
  ],
  "an FBB R: line": (
    given,
  ) => [readRLine(`R:${given}`), readSid(`[FBB-${given}`), readAnswers(`FS ${given}`, 5)],
  "a connect script": readScript,
  "a WebSocket message": (
    given,
  ) => [parseClientMessage(given), parseClientMessage(JSON.stringify({ subscribe: given }))],
  "a cluster line": (
    given,
  ) => [parseClusterLine(given, 0), parseClusterLine(`DX de OE1XYZ: 14074.0 ${given}`, 0)],
  "a registry": readSpec,
  "names of the wire": (
    given,
  ) => [readGid(given), isInstanceId(given), readFingerprint(given), readPublicKey(given)],
  "CBOR": (given) => decodeCbor(bytesOf(given)),
};

/** Where text stands in a request. */
const HEADERS = [
  "range",
  "cookie",
  "authorization",
  "accept",
  "if-none-match",
  "x-forwarded-for",
  "user-agent",
  "x-box-at",
];
const BODIES: [string, (given: string) => Record<string, unknown>][] = [
  ["/api/keys", (name) => ({ name })],
  ["/auth/profile", (bio) => ({ bio })],
  ["/auth/email/begin", (email) => ({ email })],
  ["/api/caches", (title) => ({ title, lat: 48, lon: 16 })],
  ["/api/reports", (text) => ({ kind: "cache", id: "1", category: "other", text })],
  ["/api/account/OE1XYZ/export", (sig) => ({ key: sig, sig, at: 1 })],
];

const say = (what: string) => Deno.stdout.writeSync(bytesOf(`${what}\n`));

async function feed(): Promise<void> {
  for (const [family, piece] of Object.entries(FAMILIES)) {
    const given = text(piece);
    for (const [reader, read] of Object.entries(READERS)) {
      say(`${reader}: ${family}`);
      try {
        await read(given);
      } catch { /* a refusal is an answer */ }
    }
  }
  const app = testApp();
  const member = await app.signIn("OE1XYZ");
  for (const [family, piece] of Object.entries(FAMILIES)) {
    const given = text(piece);
    for (const name of HEADERS) {
      say(`header ${name}: ${family}`);
      try {
        await (await app.handler(
          new Request("http://localhost/api/v1/caches", { headers: { [name]: given.slice(0, -2) } }),
          {},
        ))
          .body?.cancel();
      } catch { /* not a header that can be sent */ }
    }
    for (
      const path of [
        `/${encodeURIComponent(given)}`,
        `/api/search?q=${encodeURIComponent(given)}`,
        `/api/caches/${encodeURIComponent(given)}`,
      ]
    ) {
      say(`address ${path.slice(0, 20)}: ${family}`);
      await app.visitor.get(path);
    }
    for (const [path, body] of BODIES) {
      say(`body of ${path}: ${family}`);
      await member.post(path, body(given.slice(0, 900_000)));
    }
  }
  app.close();
}

if (import.meta.main) {
  await feed();
  say("done");
}
