/** Mail over SMTP (RFC 5321, submission RFC 6409): the `Mailer` of the world, made from SMTP_URL and MAIL_FROM. */
import type { Transporter } from "nodemailer";
import type { Mail, Mailer } from "../../base/mod.ts";
import type { Letterhead } from "./letter.ts";

const SECONDS = 1_000;

/** What stands below a letter, parted from it as mail programs know it (RFC 3676, 4.3). Pure. */
const signatureOf = ({ name, words }: Letterhead): string =>
  name === undefined && words === undefined ? "" : `\n-- \n${[name, words].filter(Boolean).join("\n")}\n`;

/**
 * A mailer for `smtp://[user:password@]host[:port]` (STARTTLS where offered) or `smtps://` (TLS from the start).
 * Throws when the address is of another form. Its `transport` leaves the credentials out. `head` is asked for each letter: its
 * name stands before a bare address of the sender, name and words below the letter, and what the club looks like in a part of
 * HTML beside the text.
 */
export function smtpMailer(
  url: string,
  from: string,
  head: () => Letterhead = () => ({ name: undefined, words: undefined }),
): Mailer {
  const address = URL.parse(url);
  if (!address || !/^smtps?:$/.test(address.protocol) || !address.hostname) {
    throw new Error("SMTP_URL takes smtp://[user:password@]host[:port] or smtps://…");
  }
  const secure = address.protocol === "smtps:";
  const port = Number(address.port || (secure ? 465 : 587));
  const options = {
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
    send: async ({ to, subject, text, headers }: Mail): Promise<void> => {
      const transport = await connect(), { htmlOf } = await import("./letter.ts");
      const its = head(), { name } = its;
      await transport.sendMail({
        from: name === undefined || from.includes("<") ? from : { name, address: from },
        to,
        subject,
        text: text + signatureOf(its),
        ...htmlOf(text, its),
        ...(headers && { headers }),
      });
    },
  };
}
