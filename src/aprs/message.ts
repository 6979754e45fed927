/** Messages, their answers, bulletins, telemetry definitions and directed queries: APRS101 chapters 13 to 15. */
import type { Content, Message, Reading } from "./packet.ts";
import { shown } from "./text.ts";

/** Letters and digits, one to five; the reply-ack form is `MM}AA`, `AA` possibly empty (APRS 1.1 addendum). */
const NUMBER = /\{([A-Za-z0-9]{1,5})(?:\}([A-Za-z0-9]{0,5}))?\s{0,20}$/;
/** In lower case, or in capitals before digits: "Acked", "Rejoin" and "REJECT" are words that people write. */
const ANSWER = /^(ack|rej|(?:ACK|REJ)(?=\d))([A-Za-z0-9]{1,5})(?:\}([A-Za-z0-9]{0,5}))?\s*$/;
/** The number that some senders give a bulletin, which nobody acknowledges (APRS101 chapter 14). */
const BULLETIN_NUMBER = /\{[A-Za-z0-9]{1,5}\}?\s{0,20}$/;
const DEFINITION = /^(PARM|UNIT|EQNS|BITS)\.(.*)$/;
const BULLETIN = /^BLN([0-9A-Z])(.{0,5})$/;
const WARNING = /^(NWS|SKY|CWA|BOM)[A-Z0-9_-]*$/;
const DIRECTED = /^\?([A-Z0-9]{3,6})\s*$/i;

/** `:ADDRESSEE:text{number`, the addressee padded to nine. */
export function readMessage(info: string, reading: Reading): Content {
  if (info.length < 11 || info[10] !== ":") {
    reading.problems.push("the message's addressee is not nine characters and ':'");
    return { kind: "broken", as: "message" };
  }
  const addressee = shown(info.slice(1, 10));
  if (addressee === "") {
    reading.problems.push("the message has no addressee");
    return { kind: "broken", as: "message" };
  }
  const body = info.slice(11);
  if (addressee.startsWith("BLN")) {
    const bulletin = BULLETIN.exec(addressee);
    if (bulletin) {
      const line = bulletin[1]!;
      return {
        kind: "bulletin",
        addressee,
        sort: line <= "9" ? "bulletin" : "announcement",
        line,
        ...(bulletin[2] ? { group: bulletin[2] } : {}),
        text: shown(body.replace(BULLETIN_NUMBER, "")),
      };
    }
  }
  if (WARNING.test(addressee)) return { kind: "bulletin", addressee, sort: "warning", text: shown(body) };
  const definition = DEFINITION.exec(body);
  if (definition) {
    return {
      kind: "telemetry-definition",
      addressee,
      of: definition[1] as "PARM",
      values: definition[2]!.split(",").map(shown),
    };
  }
  const answer = ANSWER.exec(body);
  if (answer) {
    const kind = answer[1]!.toLowerCase() as "ack" | "rej";
    return { kind, addressee, number: answer[2]!, ...(answer[3] ? { replyAck: answer[3] } : {}) };
  }
  const directed = DIRECTED.exec(body);
  if (directed) return { kind: "query", query: directed[1]!.toUpperCase(), addressee };
  return numbered(addressee, body);
}

/** A message's text and number. */
function numbered(addressee: string, body: string): Message {
  const number = NUMBER.exec(body);
  if (!number) return { kind: "message", addressee, text: shown(body) };
  const message: Message = {
    kind: "message",
    addressee,
    text: shown(body.slice(0, number.index)),
    number: body.slice(number.index + 1).trimEnd(),
    numberOwn: number[1]!,
  };
  if (number[2]) message.replyAck = number[2];
  return message;
}
