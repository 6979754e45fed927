/** Mail over SMTP (RFC 5321, submission RFC 6409): the `Mailer` of the world, made from SMTP_URL and MAIL_FROM. */
import type { Transporter } from "nodemailer";
import type { Mail, Mailer } from "../../base/mod.ts";

const SECONDS = 1_000;

/**
 * A mailer for `smtp://[user:password@]host[:port]` (STARTTLS where offered) or `smtps://` (TLS from the start).
 * Throws when the address is of another form. Its `name` leaves the credentials out.
 */
export function smtpMailer(url: string, from: string): Mailer {
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
    send: async ({ to, subject, text, html, headers }: Mail): Promise<void> => {
      const transport = await connect();
      await transport.sendMail({
        from,
        to,
        subject,
        text,
        ...(html && { html }),
        ...(headers && { headers }),
      });
    },
  };
}
