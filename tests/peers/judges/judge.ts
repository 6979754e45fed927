/**
 * Readers that others wrote, in a process and with a lock file of their own, so that none of them gets into what is
 * shipped. Takes one JSON document `{kind, text}` on standard input and prints what the reader made of it.
 */
import { Buffer } from "node:buffer";
import { createECDH } from "node:crypto";
import { Validator } from "@seriousme/openapi-schema-validator";
import { CoTParser } from "@tak-ps/node-cot";
import ece from "http_ece";
import jsQR from "jsqr";
import RssParser from "rss-parser";
import tcadif from "tcadif";

const asked = JSON.parse(await new Response(Deno.stdin.readable).text());

/** ADIF: tcadif checks each field's type, enumerations and the required fields. */
function adif(text) {
  const file = tcadif.ADIF.parse(text);
  return { ...file.toObject(), back: file.stringify() };
}

/** Each event is checked against node-cot's own JSON schema, then turned into GeoJSON. */
async function cot(events) {
  const out = [];
  for (const event of events) {
    const parsed = CoTParser.from_xml(event);
    out.push({ raw: parsed.raw, feature: await CoTParser.to_geojson(parsed) });
  }
  return out;
}

/** A QR code given as rows of "1" (dark) and "0". */
function qr(rows) {
  const scale = 4;
  const size = rows.length * scale;
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (rows[Math.floor(y / scale)][Math.floor(x / scale)] !== "1") continue;
      pixels.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3);
    }
  }
  const read = jsQR.default ?? jsQR;
  return read(pixels, size, size)?.data ?? null;
}

/** A push message as a browser opens it (RFC 8291): `{body, privateKey, auth}`, base64url each. */
function push({ body, privateKey, auth }) {
  const key = createECDH("prime256v1");
  key.setPrivateKey(Buffer.from(privateKey, "base64url"));
  return ece.decrypt(Buffer.from(body, "base64url"), {
    version: "aes128gcm",
    privateKey: key,
    authSecret: auth,
  })
    .toString();
}

/** An OpenAPI document against the standard's own schema, with every reference looked up. */
async function openapi(document) {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(document);
  return { valid, errors, version: validator.version };
}

const judges = {
  adif,
  cot,
  openapi,
  push,
  qr,
  rss: (text) => new RssParser().parseString(text),
};
console.log(JSON.stringify(await judges[asked.kind](asked.text)));
