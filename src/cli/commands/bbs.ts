/** `bbs …`: the post office at a shell. Everything acts on the database directly and is safe beside a running server. */
import type { Command } from "commander";
import { type BbsShell, bbsShell, type Shell } from "./bbs_shell.ts";
import type { Environment } from "../../settings/mod.ts";
import { bbsRoutingCommands } from "./bbs_routing.ts";
import { textOfBytes } from "../../foreign/mod.ts";
import { join } from "node:path";
import { asCaller, normalCall } from "../../base/mod.ts";
import {
  callPartner,
  checkImport,
  exportMailbox,
  type Happening,
  type Imported,
  importMail,
  type ImportOptions,
  offersFor,
  readMailFile,
} from "../../bbs/mod.ts";
import { cliFailure, EXIT } from "../failing.ts";
import { readNamed } from "../files.ts";
import manifest from "../../../deno.json" with { type: "json" };

// `bbs forward`: one session with a partner over TCP, with its progress.

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

function bbsForwardCommand(bbs: Command, shell: Shell): void {
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

// `bbs export|import`: a mailbox as an mbox file, and files of mail or bulletins into the post office.

/** Largest file that is read, in bytes. */
const MOST_FILE = 256 * 1024 * 1024;
/** Mails stored in one write. */
const BATCH = 200;

/** The files of a folder, or the one file. */
function filesOf(path: string): string[] {
  try {
    if (!Deno.statSync(path).isDirectory) return [path];
    return [...Deno.readDirSync(path)].filter((entry) => entry.isFile && !entry.name.startsWith("."))
      .map((entry) => join(path, entry.name)).sort();
  } catch {
    throw cliFailure.not_found({}, `There is no file or folder ${path}`);
  }
}

function bbsFileCommands(bbs: Command, shell: Shell): void {
  bbs.command("export <callsign>")
    .description("a mailbox's mail, received and sent, as an mbox file on standard output")
    .addHelpText("after", "\nExample:\n  main.ts bbs export OE1ABC > oe1abc.mbox")
    .action((callsign: string) =>
      shell.run(async ({ office }) => {
        const out = Deno.stdout.writable.getWriter();
        const encoder = new TextEncoder();
        for (const mail of exportMailbox(office, callsign)) await out.write(encoder.encode(mail));
        out.releaseLock();
      })
    );

  bbs.command("import <path>")
    .description("take a file or a folder of mbox or plain-text files in; what was taken before is left out")
    .option("--to <name>", "mailbox or category that all of it goes to; by default what each mail names")
    .option("--from <callsign>", "sender of mails that name none")
    .option("--bulletins", "take it in as bulletins")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  main.ts bbs import oe1abc.mbox --to OE1ABC\n  main.ts bbs import old-bulletins/ --bulletins --to ALL --from OE1XYZ",
    )
    .action((path: string, options: { to?: string; from?: string; bulletins?: boolean; json?: boolean }) =>
      shell.run(async ({ office }, _app, { db }) => {
        const how: ImportOptions = {
          to: options.to?.toUpperCase(),
          from: options.from === undefined ? undefined : normalCall(options.from),
          bulletins: options.bulletins === true,
        };
        checkImport(how);
        const counts: Partial<Record<Imported, number>> = {};
        for (const file of asCaller(path, () => filesOf(path))) {
          if (asCaller(file, () => Deno.statSync(file).size) > MOST_FILE) {
            throw cliFailure.bad_option({}, `${file} is larger than 256 MB`);
          }
          const mails = readMailFile(file.split("/").at(-1)!, readNamed(file));
          for (let batch; (batch = [...take(mails, BATCH)]).length > 0;) {
            const outcomes = await db.write((tx) => batch.map((mail) => importMail(office, tx, mail, how)));
            for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
          }
        }
        if (options.json) return console.log(JSON.stringify(counts, null, 2));
        const told = Object.entries(counts).map(([outcome, count]) =>
          `${count} ${outcome.replaceAll("_", " ")}`
        );
        console.log(told.join(", ") || "nothing found");
      })
    );
}

function* take<T>(from: Iterator<T>, most: number): Generator<T> {
  for (let n = 0; n < most; n++) {
    const next = from.next();
    if (next.done) return;
    yield next.value;
  }
}

const time = (at: number): string => new Date(at * 1000).toISOString().slice(0, 16).replace("T", " ");

type MailRow = Awaited<ReturnType<BbsShell["mailbox"]>>[number];

/** One line a message, as packet mailboxes list them: number, status, size, to, from, time, subject. */
function line(message: MailRow): string {
  const { id, type, toCall, at, fromCall, postedAt, subject, readAt, delivery, body } = message;
  const status = type === "B" ? "$" : delivery === "sent" ? "F" : readAt === null ? "N" : "Y";
  const to = type === "B" && at !== "" ? `${toCall}@${at}` : toCall;
  return `${String(id).padStart(8)} ${type}${status} ${String(body.length).padStart(6)} ${
    to.padEnd(14).slice(0, 24)
  } ${fromCall.padEnd(9)} ${time(postedAt)} ${subject}`;
}

export function bbsCommands(program: Command, environment: Environment): void {
  const bbs = program.command("bbs").description(
    "the packet mailbox: mail, bulletins, White Pages, partners and forwarding; safe beside a running server",
  );
  const shell = bbsShell(environment);

  bbs.command("list <callsign>")
    .description("mail of a mailbox, newest first")
    .option("--sent", "what was sent from it, and what became of that")
    .option("--json", "as JSON")
    .addHelpText("after", "\nExamples:\n  main.ts bbs list OE1ABC\n  main.ts bbs list OE1ABC --sent")
    .action((callsign: string, options: { sent?: boolean; json?: boolean }) =>
      shell.run(async (office) => {
        const messages = await office.mailbox(callsign, options.sent ? "sent" : "received");
        if (options.json) return console.log(JSON.stringify({ messages }, null, 2));
        if (messages.length === 0) return console.log("No mail");
        for (const message of messages) {
          const on = options.sent
            ? `  ${message.delivery}${
              message.forwardedTo?.length ? ` by ${message.forwardedTo.join(", ")}` : ""
            }`
            : "";
          console.log(line(message) + on);
        }
      })
    );

  bbs.command("bulletins [category]")
    .description("bulletins, newest first")
    .option("--json", "as JSON")
    .addHelpText("after", "\nExamples:\n  main.ts bbs bulletins\n  main.ts bbs bulletins DX")
    .action((category: string | undefined, options: { json?: boolean }) =>
      shell.run((office) => {
        const { bulletins } = office.bulletins(category);
        if (options.json) return console.log(JSON.stringify({ bulletins }, null, 2));
        if (bulletins.length === 0) return console.log("No bulletins");
        for (const bulletin of bulletins) console.log(line(bulletin));
      })
    );

  bbs.command("read <id>")
    .description("one message with its text; nothing is marked as read")
    .option("--json", "as JSON")
    .addHelpText("after", "\nExample:\n  main.ts bbs read 218341")
    .action((id: string, options: { json?: boolean }) =>
      shell.run((office) => {
        const message = office.message(id);
        if (options.json) return console.log(JSON.stringify(message, null, 2));
        const { bid, type, fromCall, toCall, at, postedAt, subject, body, origin } = message;
        console.log(
          `From     ${fromCall}\nTo       ${toCall}${
            at === "" ? "" : `@${at}`
          }\nType     ${type}\nBID      ${bid}\nPosted   ${
            time(postedAt)
          } UTC\nOrigin   ${origin}\nSubject  ${subject}\n\n${body}`,
        );
      })
    );

  bbs.command("send <from> <to> [text...]")
    .description("write a message or a bulletin; the text may come on standard input")
    .option("--subject <text>", "at most 80 characters", "")
    .option("--type <letter>", "P, B or T; by default B to ALL and the like, else P")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      '\nExamples:\n  main.ts bbs send OE1ABC DL1XYZ --subject Hello How are you?\n  main.ts bbs send OE1ABC ALL@EU --subject "Club evening" < text.txt',
    )
    .action(
      (
        from: string,
        to: string,
        words: string[],
        options: { subject: string; type?: string; json?: boolean },
      ) =>
        shell.run(async (office) => {
          const body = words.length > 0
            ? words.join(" ")
            : textOfBytes(await new Response(Deno.stdin.readable).bytes()).text;
          const sent = await office.send({ from, to, body, subject: options.subject, type: options.type });
          if (options.json) return console.log(JSON.stringify(sent, null, 2));
          console.log(`Message ${sent.id}, BID ${sent.bid}: ${sent.why}`);
        }),
    );

  bbs.command("kill <id>")
    .description("remove a message; an own bulletin goes everywhere")
    .addHelpText("after", "\nExample:\n  main.ts bbs kill 218341")
    .action((id: string) =>
      shell.run(async (office) => {
        await office.kill(id);
        console.log(`Message ${id} is gone`);
      })
    );

  bbsRoutingCommands(bbs, shell);
  bbsForwardCommand(bbs, shell);
  bbsFileCommands(bbs, shell);
}
