/** A real SMTP server for tests: aiosmtpd, keeping mails in a Maildir. */
import { program } from "./test_data.ts";

export const smtpThere = (): boolean => program("aiosmtpd") !== undefined;
export const HOW_TO_GET_SMTP = "apt-get install python3-aiosmtpd";

/** A part of a mail (RFC 2045); `body` decoded, of pictures as base64, of what holds others empty. */
export interface MailPart {
  type: string;
  id: string | null;
  disposition: string | null;
  body: string;
}

/** Reads a mail from its standard input. */
const READ_PARTS = `
import base64, email, email.policy, json, sys
mail = email.message_from_binary_file(sys.stdin.buffer, policy=email.policy.default)
def body(part):
    if part.is_multipart(): return ""
    return part.get_content() if part.get_content_maintype() == "text" else base64.b64encode(part.get_content()).decode()
print(json.dumps([{ "type": part.get_content_type(), "id": part["content-id"],
    "disposition": part.get_content_disposition(), "body": body(part) } for part in mail.walk()]))
`;

export interface SmtpPeer {
  url: string;
  /** Mails received so far as texts with headers, oldest first. */
  mails(): Promise<string[]>;
  /** Waits for mail number `count`, counted from 1, and gives its decoded text. */
  mail(count: number): Promise<string>;
  /** The parts of mail number `count` as Python's standard library reads them, that which holds others before these. */
  parts(count: number): Promise<MailPart[]>;
  stop(): Promise<void>;
}

/** Starts a server on a loopback port. */
export async function startSmtp(): Promise<SmtpPeer> {
  const home = await Deno.makeTempDir({ prefix: "smtp-" });
  const probe = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = probe.addr as Deno.NetAddr;
  probe.close();
  const child = new Deno.Command(program("aiosmtpd")!, {
    args: [
      "-n",
      "-l",
      `127.0.0.1:${port}`,
      "-c",
      "aiosmtpd.handlers.Mailbox",
      `${home}/mail`,
    ],
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  for (let tries = 0;; tries++) {
    const connection = await Deno.connect({ hostname: "127.0.0.1", port }).catch(() => undefined);
    connection?.close();
    if (connection) break;
    if (tries > 200) throw new Error("Gave up waiting for aiosmtpd");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const mails = async () => {
    const found: { name: string; text: string }[] = [];
    for await (const file of Deno.readDir(`${home}/mail/new`)) {
      found.push({ name: file.name, text: await Deno.readTextFile(`${home}/mail/new/${file.name}`) });
    }
    return found.sort((a, b) => order(a.name) - order(b.name)).map((one) => one.text);
  };
  const received = async (count: number) => {
    for (let tries = 0; tries < 200; tries++) {
      const found = (await mails())[count - 1];
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(`Gave up waiting for mail ${count}`);
  };
  const mail = async (count: number) => decoded(await received(count));
  const parts = async (count: number): Promise<MailPart[]> => {
    const reader = new Deno.Command("python3", {
      args: ["-c", READ_PARTS],
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const input = reader.stdin.getWriter();
    await input.write(new TextEncoder().encode(await received(count)));
    await input.close();
    const { success, stdout, stderr } = await reader.output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
    return JSON.parse(new TextDecoder().decode(stdout));
  };
  const stop = async () => {
    child.kill("SIGTERM");
    await child.status;
    await Deno.remove(home, { recursive: true });
  };
  return { url: `smtp://127.0.0.1:${port}`, mails, mail, parts, stop };
}

/** Maildir names carry seconds, microseconds and a count: `1780315200.M123P4Q5.host`. */
const order = (name: string): number => Number(/Q(\d+)/.exec(name)?.[1] ?? 0);

/** Headers unfolded, quoted-printable or base64 body decoded. */
function decoded(raw: string): string {
  const text = raw.replace(/\r\n/g, "\n");
  const cut = text.indexOf("\n\n");
  const head = text.slice(0, cut).replace(/\n[ \t]+/g, " ");
  const body = text.slice(cut + 2);
  if (/^content-transfer-encoding: quoted-printable/im.test(head)) {
    return `${head}\n\n${
      body.replace(/=\n/g, "").replace(
        /(=[0-9A-F]{2})+/g,
        (run) => Buffer.from(run.replaceAll("=", ""), "hex").toString("utf8"),
      )
    }`;
  }
  return /^content-transfer-encoding: base64/im.test(head)
    ? `${head}\n\n${Buffer.from(body, "base64").toString("utf8")}`
    : text;
}
