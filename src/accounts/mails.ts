/**
 * Mails that accounts send. Pure. Plain text: readable in any client, and link scanners find one link, whose GET
 * spends nothing. Each says why it came and what happens when it is ignored.
 */
import type { Mail } from "../base/mod.ts";

interface MailContext {
  /** Name of the instance as people know it. */
  instance: string;
  to: string;
}

const body = (...paragraphs: string[]) => paragraphs.join("\n\n") + "\n";

/** A sign-in link. `call` is absent for an account without a callsign. */
export function signInMail(
  { instance, to }: MailContext,
  link: string,
  call: string | undefined,
  minutes: number,
): Mail {
  return {
    to,
    subject: `Sign in to ${instance}`,
    text: body(
      `Somebody, we hope you, asked to sign in to ${instance}${call ? ` as ${call}` : ""}.`,
      `Open this page and press the button on it. It works once, for ${minutes} minutes:`,
      link,
      "If you did not ask for this, do nothing: the link dies by itself and nobody is signed in.",
    ),
  };
}

/** The link that binds an address to an account. */
export function confirmMail({ instance, to }: MailContext, link: string, call: string): Mail {
  return {
    to,
    subject: `Confirm your address for ${instance}`,
    text: body(
      `${call} gave this address at ${instance}. Confirm that it is yours within 24 hours:`,
      link,
      "If this was not you, do nothing: without confirmation the address signs nobody in.",
    ),
  };
}

/** A link that reaches export and erasure of an account without a callsign, and nothing else. */
export function accountDataMail({ instance, to }: MailContext, link: string): Mail {
  return {
    to,
    subject: `Your data at ${instance}`,
    text: body(
      `Somebody, we hope you, asked for the data that ${instance} holds about you.`,
      "Open this page and press the button on it. You can then download your data for an hour, or erase it within 15 minutes:",
      link,
      "If you did not ask for this, do nothing.",
    ),
  };
}

/** Tells a previous holder that a call went elsewhere. */
export function releasedMail({ instance, to }: MailContext, call: string, why: string): Mail {
  return {
    to,
    subject: `${call} is no longer yours at ${instance}`,
    text: body(
      `The callsign ${call} has left your account at ${instance}.`,
      why,
      "What you hid and logged stays with your account. If this is wrong, answer to the operator of the instance.",
    ),
  };
}
