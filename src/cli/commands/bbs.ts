/** `bbs …`: the post office at a shell. Everything acts on the database directly and is safe beside a running server. */
import type { Command } from "commander";
import { type BbsShell, bbsShell } from "./bbs_shell.ts";
import type { Environment } from "../../settings/mod.ts";
import { bbsForwardCommand } from "./bbs_forward.ts";
import { bbsFileCommands } from "./bbs_files.ts";
import { bbsRoutingCommands } from "./bbs_routing.ts";

const time = (at: number): string => new Date(at * 1000).toISOString().slice(0, 16).replace("T", " ");

type Shown = Awaited<ReturnType<BbsShell["mailbox"]>>[number];

/** One line a message, as packet mailboxes list them: number, status, size, to, from, time, subject. */
function line(message: Shown): string {
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
          const body = words.length > 0 ? words.join(" ") : await new Response(Deno.stdin.readable).text();
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
