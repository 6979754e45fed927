/**
 * `aprsis://rotate.aprs2.net:14580?filter=r/48.2/16.4/100`: a session with an APRS-IS server (domain: APRS-IS). Receive-only
 * unless a passcode is given; names no site, since somebody else heard what comes.
 */
import { aprsIsPasscode, fromBinary, toBinary } from "../../aprs/mod.ts";
import { isCall, normalCall } from "../../base/mod.ts";
import { type Driver, type Heard, LineRefused } from "./driver.ts";
import { VERSION } from "../version.ts";
import { opened } from "./opened.ts";

const PORT = 14_580;
/** Most bytes of a line with its end (APRS-IS); a longer one is not a packet. */
const LINE = 512;
/** The server sends comments each 20 s: after a minute and a half without one the line counts as dead. */
const IDLE_MS = 90_000;
/** Servers drop clients that send nothing for two days: a comment, which a login of any kind may send, in between. */
const OWN_MS = 6 * 3_600_000;
const FILTER = /^[\x20-\x7e]{1,400}$/;

const codeOf = (pass: string | undefined, call: string): string =>
  pass === undefined ? "-1" : pass === "auto" ? String(aprsIsPasscode(call)) : pass;

/** What a server says before it hangs up on a login: that it is full, or whom it does not let in. */
const LAST_WORDS =
  /\b(?:full|denied|refused|invalid|not allowed|banned|blocked|duplicate|too old|too many)\b/i;

const isReceiveOnly = (pass: string | undefined): boolean => pass === undefined || pass === "-1";

export const aprsis: Driver = {
  scheme: "aprsis",
  port: "aprs-is",
  via: "aprsis",
  namesSite: false,
  transmits: true,
  idleMs: IDLE_MS,
  // A login without a passcode is never verified: nothing is wrong with it.
  isUsual: ({ query }, word) => word === "unverified" && isReceiveOnly(query.get("pass")),
  settings: [
    { name: "filter", takes: "what the server sends, e.g. r/48.2/16.4/100" },
    { name: "call", takes: "the login; this box's call without" },
    {
      name: "pass",
      takes: "the passcode, or auto for the one that belongs to the call; receive-only without",
    },
    { name: "tx", takes: "on opens this connection's transmit lock" },
  ],
  problem({ device, query }) {
    if (device !== "") return "aprsis: takes a host, not a device";
    const filter = query.get("filter"), call = query.get("call"), pass = query.get("pass");
    if (filter !== undefined && !FILTER.test(filter)) return "filter takes at most 400 printable characters";
    if (call !== undefined && !isCall(normalCall(call))) return `call takes a callsign, not '${call}'`;
    if (pass !== undefined && !/^(-1|auto|\d{1,5})$/.test(pass)) return "pass takes a number, or auto";
    return undefined;
  },
  async open(address, { io, call: own }, stop) {
    const connection = await io.connect(address.host, address.port ?? PORT, stop);
    const { reader, writer, close, isClosed } = opened(connection);
    const call = normalCall(address.query.get("call") ?? own);
    const code = codeOf(address.query.get("pass"), call);
    const filter = address.query.get("filter");
    let verified = false, lastWords: string | undefined;
    const put = (line: string) => writer.write(fromBinary(`${line}\r\n`));
    function read(line: string): Heard | undefined {
      if (!line.startsWith("#")) return line === "" ? undefined : { kind: "line", text: line };
      const said = /^# logresp [^ ]{1,20} (verified|unverified)(?:, server ([^ ]{1,30}))?/.exec(line);
      if (!said) {
        lastWords = LAST_WORDS.test(line) ? line.slice(1, 101).trim() : undefined;
        return {
          kind: "alive",
          ...(lastWords === undefined ? {} : { detail: `the server says: ${lastWords}` }),
        };
      }
      verified = said[1] === "verified";
      const server = said[2] === undefined ? "" : `, server ${said[2]}`;
      const how = code === "-1" ? "receive-only login" : "login";
      return {
        kind: "alive",
        word: verified ? "connected" : "unverified",
        // A receive-only login is never verified, so that is no news: the state changes once something is heard.
        ...(code === "-1" ? { settles: true } : {}),
        detail: `${how} ${said[1]}${server}`,
      };
    }
    const ended = new AbortController();
    async function speak() {
      for (;;) {
        await io.wait(OWN_MS, ended.signal);
        if (ended.signal.aborted) return;
        await put(`# ${call} is still here`);
      }
    }
    async function* heard(): AsyncGenerator<Heard> {
      let rest = "", skipping = false;
      try {
        await put(
          `user ${call} pass ${code} vers ServiceGateway ${VERSION}${
            filter === undefined ? "" : ` filter ${filter}`
          }`,
        );
        // A line that takes nothing more ends the reading too.
        speak().catch(close);
        for (;;) {
          const { done, value } = await reader.read();
          if (done && lastWords !== undefined) {
            throw new LineRefused("refused", `the server says: ${lastWords}`);
          }
          if (done || isClosed()) return;
          const lines = (rest + toBinary(value)).split(/\r?\n/);
          rest = lines.pop()!;
          for (const line of lines) {
            const whole = !skipping && line.length <= LINE;
            skipping = false;
            const one = whole ? read(line) : undefined;
            if (one) yield one;
          }
          if (rest.length > LINE) [rest, skipping] = ["", true];
        }
      } finally {
        ended.abort();
        close();
      }
    }
    return {
      heard: heard(),
      send: async (permit) => {
        // Rule 6: RF to internet only with a verified login.
        if (!verified) throw new LineRefused("unverified", "the server has not verified this login");
        await put(permit.take("line").text);
      },
      close,
    };
  },
};
