/** `bbs forward`: one session with a partner over TCP, with its progress. */
import type { Command } from "commander";
import manifest from "../../../deno.json" with { type: "json" };
import { callPartner, type Happening, offersFor } from "../../bbs/mod.ts";
import { cliFailure, EXIT } from "../failing.ts";
import type { Shell } from "./bbs_shell.ts";

/** How long a dial may take, in milliseconds. */
const DIAL_MS = 30_000;
/** Messages that a dry run lists. */
const DRY_MOST = 1000;

interface Options {
  dial?: string;
  script?: string;
  mode: string;
  telnet?: boolean;
  dry?: boolean;
  json?: boolean;
}

/** `tcp:host:port`; the host may be an IPv6 address in brackets. */
function readDial(text: string | undefined): { host: string; port: number } {
  const read = /^tcp:(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9.-]{1,253}):(\d{1,5})$/.exec(text ?? "");
  const port = Number(read?.[2]);
  if (!read || port < 1 || port > 65_535) throw cliFailure.bad_option({}, "--dial takes tcp:<host>:<port>");
  return { host: read[1]!.replace(/^\[|\]$/g, ""), port };
}

function tell(happening: Happening): string {
  switch (happening.what) {
    case "met":
      return `met ${happening.sid.name} ${happening.sid.version}, ${happening.mode}`;
    case "received":
      return `< ${happening.bid.padEnd(12)} ${happening.from} to ${happening.to}, ${happening.bytes} bytes${
        happening.stored ? "" : ` (${happening.why})`
      }`;
    case "settled":
      return `> ${happening.bid.padEnd(12)} ${happening.outcome.replaceAll("_", " ")}`;
    case "broken_off":
      return `< ${happening.bid.padEnd(12)} broke off after ${happening.bytes} bytes`;
  }
}

export function bbsForwardCommand(bbs: Command, shell: Shell): void {
  bbs.command("forward <partner>")
    .description("forward with a partner over TCP now: both sides hand over what waits")
    .option("--dial <address>", "tcp:<host>:<port>")
    .option("--script <text>", "connect script instead of the partner's; \\n between its lines")
    .option("--mode <form>", "best form of bodies: ascii, b0 or b1", "b1")
    .option("--telnet", "the port speaks telnet, as F6FBB's does: bytes FF travel twice")
    .option("--dry", "dial nobody; list what would be offered")
    .option("--json", "as JSON, without the progress")
    .addHelpText(
      "after",
      '\nExamples:\n  main.ts bbs forward OE3XBB --dry\n  main.ts bbs forward OE3XBB --dial tcp:44.143.1.2:6300 --telnet\n  main.ts bbs forward OE3XBB --dial tcp:bbs.example:6300 --script "W Callsign :\\nS OE1XYZ\\nW Password :\\nS secret"',
    )
    .action((name: string, options: Options) =>
      shell.run(async ({ office, partner: find }, _app, { world }) => {
        const partner = find(name).call;
        if (options.dry) {
          const offered = await offersFor(office, partner, DRY_MOST);
          if (options.json) return console.log(JSON.stringify({ partner, offered }, null, 2));
          for (const { bid, type, from, to, at, bytes, subject } of offered) {
            console.log(`${bid.padEnd(12)} ${type} ${from} to ${to}@${at}, ${bytes} bytes: ${subject}`);
          }
          return console.log(`${offered.length} would be offered to ${partner}`);
        }
        const { host, port } = readDial(options.dial);
        const { mode } = options;
        if (mode !== "ascii" && mode !== "b0" && mode !== "b1") {
          throw cliFailure.bad_option({}, "--mode takes ascii, b0 or b1");
        }
        const report = await callPartner(office, {
          partner,
          dial: () => dialled(world.connect!(host, port)),
          script: options.script?.replaceAll("\\n", "\n"),
          mode,
          telnet: options.telnet === true,
          version: manifest.version,
          tell: (happening) => {
            if (!options.json) console.error(tell(happening));
          },
        });
        if (report.outcome !== "clean") {
          Deno.exitCode = report.outcome === "no_link" ? EXIT.temporary : EXIT.failed;
        }
        if (options.json) return console.log(JSON.stringify({ partner, ...report }, null, 2));
        console.log(
          `${report.sent} sent, ${report.received} received in ${report.seconds} s (${report.bytesOut} bytes out, ${report.bytesIn} in): ${
            report.outcome === "clean"
              ? "clean end"
              : `${report.outcome.replaceAll("_", " ")}: ${report.words}`
          }`,
        );
      })
    );
}

/** A connection; throws when it takes too long. */
async function dialled<T>(connecting: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("nobody answered within 30 s")), DIAL_MS);
  });
  try {
    return await Promise.race([connecting, late]);
  } finally {
    clearTimeout(timer);
  }
}
