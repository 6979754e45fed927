/** `bbs export|import`: a mailbox as an mbox file, and files of mail or bulletins into the post office. */
import { join } from "node:path";
import type { Command } from "commander";
import { asCaller, normalCall } from "../../base/mod.ts";
import {
  checkImport,
  exportMailbox,
  type Imported,
  importMail,
  type ImportOptions,
  readMailFile,
} from "../../bbs/mod.ts";
import { cliFailure } from "../failing.ts";
import { readNamed } from "../files.ts";
import type { Shell } from "./bbs_shell.ts";

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

export function bbsFileCommands(bbs: Command, shell: Shell): void {
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
