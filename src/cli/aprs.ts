/** `aprs decode`: what the parser makes of what is on standard input, one JSON object a line. */
import { type Command, Option } from "commander";
import {
  arrivalOf,
  decodeFrame,
  decodeMeshcom,
  decodeText,
  decodeTnc2,
  deviceOf,
  isUnreadable,
  KissReader,
  type Packet,
  symbolName,
  toBinary,
  type Unreadable,
} from "../aprs/mod.ts";
import { toHex } from "../base/mod.ts";

/** Where the command reads and writes; `main.ts` gives the process's own. */
interface DecodeStreams {
  input: AsyncIterable<Uint8Array>;
  /** Takes whole lines, each ending in LF. */
  write(lines: string): void | Promise<void>;
}

/** Standard input and output. When the reader of a pipe ends (`| head`), the command ends without a message. */
export function processStreams(): DecodeStreams {
  const out = Deno.stdout.writable.getWriter();
  const encoder = new TextEncoder();
  return {
    input: Deno.stdin.readable,
    async write(lines) {
      try {
        await out.write(encoder.encode(lines));
      } catch (error) {
        if (error instanceof Deno.errors.BrokenPipe) Deno.exit(0);
        throw error;
      }
    },
  };
}

type Format = "auto" | "tnc2" | "kiss";

const FEND = 0xc0;
const NOT_ASCII_TEXT = /[^\x20-\x7e]/;

/** A packet as printed: texts for people, and `infoHex` where the bytes are more than the text shows. */
function describe(packet: Packet): Record<string, unknown> {
  const { info, content, problems, ...head } = packet;
  const inner = content.kind === "third-party" ? { ...content, inner: describe(content.inner) } : content;
  const symbol = "symbol" in content && content.symbol ? symbolName(content.symbol) : undefined;
  const { direct, internet, relay } = arrivalOf(packet);
  return {
    ...head,
    info: decodeText(info),
    ...(NOT_ASCII_TEXT.test(info) ? { infoHex: toHex(Buffer.from(info, "latin1")) } : {}),
    content: inner,
    ...(symbol ? { symbolName: symbol } : {}),
    ...device(packet),
    heard: { direct, internet, ...(relay ? { relay } : {}) },
    problems,
  };
}

function device(packet: Packet): Record<string, unknown> {
  const found = deviceOf(packet);
  return found ? { device: found } : {};
}

const print = (raw: string, decoded: Packet | Unreadable): string =>
  JSON.stringify(isUnreadable(decoded) ? { raw, ...decoded } : { raw, ...describe(decoded) }) + "\n";

/** One line of input: a MeshCom datagram if it is a JSON object, else a monitor line. */
function decodeLine(line: Uint8Array): string {
  const binary = toBinary(line);
  const raw = decodeText(binary);
  if (!raw.startsWith("{")) return print(raw, decodeTnc2(binary));
  return JSON.stringify({ raw, ...decodeMeshcom(raw) }) + "\n";
}

const printFrame = (data: Uint8Array): string => print(toHex(data), decodeFrame(data));

/** Decodes all of the input. `auto`: KISS if the first byte is a frame end, else lines. */
export async function decodeStream(streams: DecodeStreams, format: Format = "auto"): Promise<void> {
  let kiss: KissReader | undefined = format === "kiss" ? new KissReader() : undefined;
  let decided = format !== "auto";
  let rest: Uint8Array<ArrayBuffer> = new Uint8Array();
  for await (const chunk of streams.input) {
    if (!decided && chunk.length > 0) {
      decided = true;
      if (chunk[0] === FEND) kiss = new KissReader();
    }
    if (kiss) {
      const data = kiss.push(chunk).filter((frame) => frame.command === 0);
      if (data.length > 0) await streams.write(data.map((frame) => printFrame(frame.data)).join(""));
      continue;
    }
    const whole = new Uint8Array(rest.length + chunk.length);
    whole.set(rest);
    whole.set(chunk, rest.length);
    let from = 0, out = "";
    for (let at = whole.indexOf(10); at >= 0; at = whole.indexOf(10, from)) {
      const end = at > from && whole[at - 1] === 13 ? at - 1 : at;
      if (end > from) out += decodeLine(whole.subarray(from, end));
      from = at + 1;
    }
    rest = whole.slice(from);
    if (out !== "") await streams.write(out);
  }
  if (rest.length > 0) await streams.write(decodeLine(rest));
  if (kiss && kiss.dropped > 0) {
    await streams.write(
      JSON.stringify({ unreadable: `${kiss.dropped} KISS frames were cut or too long` }) + "\n",
    );
  }
}

/** The `aprs` command with its one subcommand. */
export function aprsCommand(program: Command, streams: () => DecodeStreams): void {
  const command = program.command("aprs").description("look at what radios send");
  command.command("decode")
    .description(
      "read TNC2 monitor lines, KISS bytes or MeshCom JSON on standard input, print one JSON object a line",
    )
    .addOption(
      new Option("--format <form>", "what the input is").choices(["auto", "tnc2", "kiss"]).default("auto"),
    )
    .addHelpText(
      "after",
      "\nExamples:\n  main.ts aprs decode < heard.txt\n  nc 127.0.0.1 8001 | main.ts aprs decode --format kiss",
    )
    .action(({ format }: { format: Format }) => decodeStream(streams(), format));
}
