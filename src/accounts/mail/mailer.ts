/** Mail over SMTP (RFC 5321, submission RFC 6409): the `Mailer` of the world, made from SMTP_URL and MAIL_FROM. */
import type { Transporter } from "nodemailer";
import type { Lives, Mail, Mailer, Shortfall } from "../../base/mod.ts";
import type { Letterhead } from "./letter.ts";

const SECONDS = 1_000;

/** What stands below a letter, parted from it as mail programs know it (RFC 3676, 4.3). Pure. */
const signatureOf = ({ name, words }: Letterhead): string =>
  name === undefined && words === undefined ? "" : `\n-- \n${[name, words].filter(Boolean).join("\n")}\n`;

/**
 * A mailer for `smtp://[user:password@]host[:port]` (STARTTLS where offered) or `smtps://` (TLS from the start).
 * Throws when the address is of another form. Its `transport` leaves the credentials out. `head` is asked for each letter: its
 * name stands before a bare address of the sender, name and words below the letter, and what the club looks like in a part of
 * HTML beside the text. `host`: what this host calls itself before a mail server, by default its own name, which servers that
 * are strict do not take without a dot (RFC 5321, 4.1.4).
 */
export function smtpMailer(
  url: string,
  from: string,
  head: () => Letterhead = () => ({ name: undefined, words: undefined }),
  host?: string,
): Mailer {
  const address = URL.parse(url);
  if (!address || !/^smtps?:$/.test(address.protocol) || !address.hostname) {
    throw new Error("SMTP_URL takes smtp://[user:password@]host[:port] or smtps://…");
  }
  const secure = address.protocol === "smtps:";
  const port = Number(address.port || (secure ? 465 : 587));
  const options = {
    ...(host !== undefined && { name: host }),
    host: address.hostname.replace(/^\[|\]$/g, ""),
    port,
    secure,
    ...(address.username && {
      auth: { user: decodeURIComponent(address.username), pass: decodeURIComponent(address.password) },
      // A password is never sent unencrypted, except to this same host.
      requireTLS: !secure && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(address.hostname),
    }),
    connectionTimeout: 10 * SECONDS,
    greetingTimeout: 10 * SECONDS,
    socketTimeout: 20 * SECONDS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  // The library is loaded by the first mail, not by the start of the program.
  let connected: Promise<Transporter> | undefined;
  const connect = () =>
    connected ??= import("nodemailer").then(({ default: mailer }) => mailer.createTransport(options));
  return {
    transport: `${address.protocol}//${address.hostname}:${port}`,
    look: async () => void await (await connect()).verify(),
    send: async ({ to, subject, text, headers }: Mail): Promise<void> => {
      const transport = await connect(), { htmlOf } = await import("./letter.ts");
      const its = head(), { name } = its;
      await transport.sendMail({
        from: name === undefined || from.includes("<") ? from : { name, address: from },
        to,
        subject,
        text: text + signatureOf(its),
        ...htmlOf(text, its),
        // No absence note answers it (RFC 3834, 5).
        headers: { "Auto-Submitted": "auto-generated", ...headers },
      });
    },
  };
}

/** What a mail program's error says beside its message: RFC 5321 replies, and what was being done. */
interface MailError {
  code?: unknown;
  command?: unknown;
  responseCode?: unknown;
  response?: unknown;
}

/**
 * What an error of a mail says of its server: `undefined` where it says nothing ill. A mailbox that is not there is the
 * addressee's fault (RFC 3463, 5.1.x); "try later" and no answer are an outage, a login or a sender that is not taken a refusal.
 */
export function shortfallOf(error: unknown): Shortfall | undefined {
  const { code, command, responseCode, response } = (error ?? {}) as MailError;
  if (command === "RCPT TO" && /^55\d[ -]+5\.1\.[0-46]\b/.test(String(response))) return undefined;
  if (code === "EAUTH" || (typeof responseCode === "number" && responseCode >= 500)) return "refusal";
  return "outage";
}

/** The same mailer; how each mail went is told. */
export function heededMail(mail: Mailer, lives: Lives): Mailer {
  const heed = async (asked: Promise<void>): Promise<void> => {
    try {
      await asked;
    } catch (error) {
      const shortfall = shortfallOf(error);
      if (shortfall === undefined) lives.worked("mail");
      else lives.failed("mail", error, { shortfall });
      throw error;
    }
    lives.worked("mail");
  };
  return {
    transport: mail.transport,
    send: (letter) => heed(mail.send(letter)),
    ...(mail.look && { look: () => heed(mail.look!()) }),
  };
}
