/**
 * `federation link …`: records over packet circuits.
 *
 * A circuit is spoken over standard input and output, so that any node software can run it, on the database itself and
 * not through the server: it needs no secret and no running server, one write admits a page and moves its cursor, and
 * the database lets several programs in. What is printed for people goes to standard error.
 */
import { type Command, Option } from "commander";
import { type Federation, readBatchCursors } from "../../federation/mod.ts";
import {
  type Caps,
  dialPlan,
  driveCircuit,
  type LinkProfile,
  PROFILES,
  pullCircuit,
  refusalLine,
  serveCircuit,
  type StreamLine,
  streamLine,
} from "../../link/mod.ts";
import type { Environment } from "../../settings/mod.ts";
import { cliFailure, EXIT } from "../failing.ts";
import { named, say, sayJson } from "../program.ts";
import { hubCommands } from "./hub.ts";
import { withApp } from "../house/with_app.ts";
import { asCaller } from "../../base/mod.ts";

// `federation batch`: own records as mail for other instances.

interface BatchOptions {
  cursors?: string;
  limit?: string;
  json?: boolean;
}

/** The cursors of the batch before, read from a file that may not be there yet. */
function readCursors(path: string | undefined) {
  if (path === undefined) return {};
  let text: string;
  try {
    text = asCaller(path, () => Deno.readTextFileSync(path));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return {};
    throw error;
  }
  const since = readBatchCursors(text);
  if (!since) throw cliFailure.input_unusable({}, `${path} is not a file of cursors`);
  return { since };
}

function batchCommand(
  federation: Command,
  run: <T>(use: (federation: Federation) => Promise<T> | T) => Promise<T>,
): void {
  federation.command("batch")
    .description("pack own records into mail for the forwarding partners that are marked for federation")
    .option("--cursors <file>", "go on where the batch before ended; written anew")
    .option("--limit <count>", "records at most, 1 to 900; 200 by default")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      "\nNeeds FED_BBS=1. A message holds a hundred records or so: repeat until 0 are packed.\n" +
        "Example:\n  main.ts federation batch --cursors batches.json",
    )
    .action(({ cursors: file, limit, json }: BatchOptions) =>
      run(async (federation) => {
        const most = limit === undefined ? undefined : Number(limit);
        if (most !== undefined && !(Number.isInteger(most) && most >= 1 && most <= 900)) {
          throw cliFailure.bad_option({}, "--limit takes 1 to 900");
        }
        const mailed = await federation.mailing.enqueue({ ...readCursors(file), limit: most }, "CLI");
        // Written only after the mail is stored: a crash in between packs records twice, but never leaves any out.
        if (file !== undefined) {
          asCaller(file, () => Deno.writeTextFileSync(file, `${JSON.stringify(mailed.cursors)}\n`));
        }
        if (json) return sayJson({ ok: true, ...mailed });
        say(
          mailed.frames === 0
            ? "Nothing new to send."
            : `${mailed.frames} records as ${mailed.bid} for ${mailed.partners} partners${
              mailed.deduped ? ", stored before" : ""
            }`,
        );
      })
    );
}

interface LineOptions {
  profile: LinkProfile;
  json?: boolean;
  pages?: string;
}

/** Messages about a session go to standard error: standard output carries the circuit. */
const tell = (json: boolean | undefined, report: Record<string, unknown>, words: string): void =>
  console.error(json ? JSON.stringify(report) : named(words));

/** Runs with the line that this program was started on, and closes it. */
async function overStdio<T>(use: (line: StreamLine) => Promise<T>): Promise<T> {
  const line = streamLine(Deno.stdin.readable, Deno.stdout.writable);
  try {
    return await use(line);
  } finally {
    await line.close();
  }
}

const isLost = (how: string): boolean => how === "cut" || how === "silent";

async function serve(federation: Federation, caps: Caps, json: boolean | undefined): Promise<void> {
  await overStdio(async (line) => {
    const refusal = federation.carriers.refusesCircuits();
    if (refusal !== undefined) {
      await line.write(refusalLine(refusal.words)).catch(() => {});
      tell(json, { how: "refused", words: refusal.words }, `Refused: ${refusal.words} (${refusal.setting})`);
      Deno.exitCode = EXIT.config;
      return;
    }
    const served = await driveCircuit(serveCircuit(caps), line, federation.carriers.servingHands());
    const { how, words, pages, visits } = served;
    tell(
      json,
      { ...served, bytesIn: line.bytes.in, bytesOut: line.bytes.out },
      `${pages} pages served, ${visits} visits brought, ${line.bytes.out} bytes out: ${words ?? how}`,
    );
    if (how === "refused") Deno.exitCode = EXIT.failed;
  });
}

async function pull(
  federation: Federation,
  instance: string,
  caps: Caps,
  { json, pages: most }: LineOptions,
): Promise<void> {
  const { carriers } = federation;
  const { pull: allowed, pages } = carriers.link();
  if (!allowed) throw cliFailure.setting_off({}, "FED_LINK_PULL is off: packet circuits are not dialled");
  const counts = { applied: 0, quarantined: 0, rejected: 0 };
  const { cursors, hands } = carriers.pulling(instance, ({ applied, quarantined, rejected }) => {
    counts.applied += applied;
    counts.quarantined += quarantined;
    counts.rejected += rejected;
  });
  await overStdio(async (line) => {
    const pulled = await driveCircuit(
      pullCircuit({ caps, cursors, pages: most === undefined ? pages : wholePages(most) }),
      line,
      hands,
    );
    const { how, words } = pulled;
    const ok = how === "done" || how === "budget";
    const error = ok ? undefined : words ?? "the line closed or fell silent";
    await carriers.noteCircuit(instance, { ok, error, cursors: {} });
    tell(
      json,
      { instance, ...pulled, ...counts, bytesIn: line.bytes.in, bytesOut: line.bytes.out },
      `${instance}: ${pulled.frames} records in ${pulled.pages} pages (${counts.applied} new), ${pulled.visits} visits handed on, ${line.bytes.in} bytes in, ${line.bytes.out} out: ${
        how === "done" ? "all there is" : how === "budget" ? "more waits for the next session" : error
      }`,
    );
    if (!ok) Deno.exitCode = isLost(how) ? EXIT.temporary : EXIT.failed;
  });
}

function wholePages(text: string): number {
  const pages = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (pages < 1 || pages > 1000) throw cliFailure.bad_option({}, "--pages takes 1 to 1000");
  return pages;
}

/** How an endpoint is called: `ax25 OE3XYZ-9`, `netrom SVCNOD (OE1XNR-3: C SVCNOD, FED)`. */
function wayTo(place: { transport: string; address: string }, node: string | null): string {
  const plan = dialPlan(place, node ?? undefined);
  const through = plan
    ? plan.say.length > 0 ? ` (${plan.connect}: ${plan.say.join(", ")})` : ""
    : " (FED_LINK_NODE is not set)";
  return `${place.transport} ${place.address}${through}`;
}

/** Logs that wait for a circuit, by what was answered last. */
function visitsOf(
  { waiting, taken, waitingKey, refused }: {
    [Name in "waiting" | "taken" | "waitingKey" | "refused"]: number;
  },
): string {
  const counts = [
    [waiting, "to send"],
    [taken, "taken"],
    [waitingKey, "waiting for a key"],
    [refused, "refused"],
  ];
  const words = counts.filter(([n]) => n !== 0).map(([n, what]) => `${n} ${what}`);
  return words.length === 0 ? "" : `, visits: ${words.join(", ")}`;
}

const when = (at: number | null): string =>
  at === null ? "never" : new Date(at * 1000).toISOString().slice(0, 16).replace("T", " ");

export function linkCommands(program: Command, environment: Environment): void {
  const federation = program.command("federation").description(
    "hub and spokes, and records over packet radio and packet mail",
  );
  hubCommands(federation, environment);
  const link = federation.command("link").description(
    "packet circuits: another instance's records over a connection that node software has made",
  );
  const run = <T>(use: (federation: Federation) => Promise<T> | T) =>
    withApp(environment, ({ federation }) => use(federation));
  const profile = () =>
    new Option("--profile <name>", "what the link can carry: hf takes deletions alone").choices(
      Object.keys(PROFILES),
    ).default("vhf");

  link.command("serve")
    .description("answer a circuit on standard input and output: own records, for whoever called")
    .requiredOption("--stdio", "speak on standard input and output")
    .addOption(profile())
    .option("--json", "the report on standard error as JSON")
    .addHelpText(
      "after",
      "\nNeeds FED_LINK_SERVE=1. Started by node software for each caller; the report goes to standard error.\n" +
        "Examples:\n  main.ts federation link serve --stdio\n" +
        '  socat TCP-LISTEN:8011,bind=127.0.0.1,fork EXEC:"main.ts federation link serve --stdio"',
    )
    .action(({ profile, json }: LineOptions) =>
      run((federation) => serve(federation, PROFILES[profile], json))
    );

  link.command("pull <instance>")
    .description(
      "read a neighbour over a circuit on standard input and output, from where the last one ended",
    )
    .requiredOption("--stdio", "speak on standard input and output")
    .addOption(profile())
    .option("--pages <count>", "pages at most; FED_LINK_PAGES by default")
    .option("--json", "the report on standard error as JSON")
    .addHelpText(
      "after",
      "\nNeeds FED_LINK_PULL=1 and a neighbour whose key is known. Status 0: read as far as told; 75: the line was lost, the\n" +
        "next call goes on there; 1: refused.\n" +
        "Examples:\n" +
        '  socat EXEC:"main.ts federation link pull oe3xyz.example --stdio" EXEC:"axcall -r vhf OE3XYZ-9"\n' +
        '  socat EXEC:"main.ts federation link pull oe3xyz.example --stdio" TCP:node.example:8011',
    )
    .action((instance: string, options: LineOptions) =>
      run((federation) => pull(federation, instance, PROFILES[options.profile], options))
    );

  link.command("list")
    .description("neighbours that packet radio reaches, the longest-waiting first")
    .option("--json", "as JSON")
    .addHelpText("after", "\nExample:\n  main.ts federation link list")
    .action(({ json }: { json?: boolean }) =>
      run((federation) => {
        const { peers, total } = federation.carriers.circuitPeers(), { node } = federation.carriers.link();
        if (json) return sayJson({ ...federation.carriers.circuitPeers(), link: federation.carriers.link() });
        if (total === 0) return say("No followed neighbour has an ax25 or netrom address.");
        for (const { instance, endpoints, lastOk, lastError, visits } of peers) {
          const places = endpoints.map((place) => wayTo(place, node)).join(", ");
          const error = lastError === null ? "" : `, ${lastError}`;
          say(`${instance}  ${places}  last read ${when(lastOk)}${error}${visitsOf(visits)}`);
        }
      })
    );

  batchCommand(federation, run);
}
