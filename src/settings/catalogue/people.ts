/** Settings about people: who operates, sessions, legal pages, mail, proofs of a callsign. */
import {
  configuration,
  instanceSetting,
  optionalConfiguration,
  optionalInstanceSetting,
} from "../declare.ts";
import { base, email, hostName, httpsAddress, webAddress } from "../forms.ts";
import { type QuietHours, readQuiet, writeQuiet } from "../quiet.ts";
import { anyOf, checked, flag, integer, json, listOf, text } from "../types.ts";

export const ADMIN_CALLSIGNS = configuration<string[]>({
  key: "ADMIN_CALLSIGNS",
  group: "sessions",
  label: "Operators",
  hint: "Callsigns of the operators (sysops), matched by base call. Unset: nobody is.",
  type: listOf("a comma list of callsigns", base),
  fallback: [],
});
export const OPERATOR_LINKS_FOR_ANY_CALL = configuration({
  key: "OPERATOR_LINKS_FOR_ANY_CALL",
  group: "sessions",
  label: "Operator links for anybody",
  hint: "Lets the operator make sign-in links for any call, not only for operators' own.",
  type: flag(),
  fallback: false,
});
export const SIGN_UP_INVITED = instanceSetting({
  key: "SIGN_UP_INVITED",
  group: "sessions",
  label: "Only with an invitation",
  hint:
    "Nobody opens an account without the code of an invitation, which operators make under People. Who proves a callsign that another account holds unverified, and operators' own links, need none.",
  type: flag(),
  fallback: false,
});
export const HOLD_NEWCOMERS = instanceSetting({
  key: "HOLD_NEWCOMERS",
  group: "sessions",
  label: "Hold newcomers' posts",
  hint:
    "What an account without a verified call writes is seen by itself and by operators alone, until it proves a call or an operator welcomes it under People. Turned off, what waits goes on waiting.",
  type: flag(),
  fallback: false,
});
export const RP_ID = optionalConfiguration<string>({
  key: "RP_ID",
  group: "sessions",
  label: "Passkey domain",
  hint:
    "The one relying party id of passkeys; by default the host of APP_URL. Changing it makes all existing passkeys useless.",
  type: checked("a lower-case host name", hostName),
});
export const SESSION_TTL_DAYS = configuration({
  key: "SESSION_TTL_DAYS",
  group: "sessions",
  label: "Session length",
  hint: "How long a sign-in lasts.",
  type: integer(1, 400, "days"),
  fallback: 30,
});
export const SESSION_EPOCH = configuration({
  key: "SESSION_EPOCH",
  group: "sessions",
  label: "Session epoch",
  hint: "Every session issued before this moment is refused.",
  type: integer(0, 253402300799, "unix seconds"),
  fallback: 0,
});

export const CLUB_NAME = optionalInstanceSetting<string>({
  key: "CLUB_NAME",
  group: "legal",
  label: "Name of the club",
  hint:
    "What people read as the name of this place: in the header, on posters, in mail, in embedded maps. Unset: INSTANCE_ID.",
  type: text(60),
});
export const CLUB_TEXT = optionalInstanceSetting<string>({
  key: "CLUB_TEXT",
  group: "legal",
  label: "A few words about the club",
  hint: "Shown to newcomers on /welcome and on the poster, and below each mail.",
  type: text(300, { lines: true }),
});
export const CLUB_COLOUR = optionalInstanceSetting<string>({
  key: "CLUB_COLOUR",
  group: "legal",
  label: "Colour of the club",
  hint:
    "For the mark and the line of the header, the poster, mail, embedded maps and shared pictures. In a look in which it could not be seen, and at night, that look's own stands.",
  type: checked(
    "a colour as #rrggbb",
    (value) => /^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : undefined,
    { maxLength: 7 },
  ),
});
export const OPERATOR_NAME = optionalInstanceSetting<string>({
  key: "OPERATOR_NAME",
  group: "legal",
  label: "Operator's name",
  hint: "Who runs this instance; shown on the imprint.",
  type: text(120),
});
export const OPERATOR_ADDRESS = optionalInstanceSetting<string>({
  key: "OPERATOR_ADDRESS",
  group: "legal",
  label: "Operator's address",
  hint: "Postal address; shown on the imprint.",
  type: text(300, { lines: true }),
});
export const OPERATOR_EMAIL = optionalInstanceSetting<string>({
  key: "OPERATOR_EMAIL",
  group: "legal",
  label: "Operator's mail address",
  hint: "Shown on the imprint; reports of members go there.",
  type: checked("an e-mail address", email, { format: "email", maxLength: 254 }),
});
const contact = (entry: string) => email(entry.replace(/^mailto:/i, "")) ?? httpsAddress(entry);
export const SECURITY_CONTACT = optionalInstanceSetting<string[]>({
  key: "SECURITY_CONTACT",
  group: "legal",
  label: "Security contact",
  hint:
    "Where to report a weakness; served at /.well-known/security.txt. By default the operator's mail address.",
  type: listOf("up to 5 e-mail or https addresses as a comma list", contact, { most: 5, format: "contacts" }),
});

export interface SupportLink {
  label: string;
  url: string;
}
export const SUPPORT_LINKS = instanceSetting<SupportLink[]>({
  key: "SUPPORT_LINKS",
  group: "legal",
  label: "Support links",
  hint: "Ways to support this instance, shown on /support.",
  type: json<SupportLink[]>(
    "a JSON list of up to 12 objects {label, url}; label of at most 60 characters, url http or https",
    (value) => {
      if (!Array.isArray(value) || value.length > 12) return undefined;
      const links = value.map((link): SupportLink | undefined => {
        const url = typeof link?.url === "string" ? webAddress(link.url) : undefined;
        const label = typeof link?.label === "string" ? link.label.trim() : "";
        return url && label !== "" && label.length <= 60 ? { label, url } : undefined;
      });
      return links.includes(undefined) ? undefined : links as SupportLink[];
    },
    { format: "links" },
  ),
  fallback: [],
});

export const MAIL_FROM = optionalConfiguration<string>({
  key: "MAIL_FROM",
  group: "mail",
  label: "Sender of mail",
  hint: "Address that mail comes from; by default the user of SMTP_URL at its host.",
  type: checked(
    "an e-mail address, or a name and an address in angle brackets",
    (value) => email(/<([^<>]{0,320})>$/.exec(value)?.[1] ?? value) ? value : undefined,
  ),
});

export const AMPR_ZONE = configuration({
  key: "AMPR_ZONE",
  group: "verification",
  label: "Amateur DNS zone",
  hint: "Zone whose names prove a callsign.",
  type: checked("a lower-case host name", hostName),
  fallback: "ampr.org",
});
export const DOH_URL = configuration<string[]>({
  key: "DOH_URL",
  group: "verification",
  label: "DNS resolvers",
  hint: "DNS-over-HTTPS resolvers; the first must validate DNSSEC. Unset: no proof by DNS.",
  type: listOf("a comma list of https addresses", httpsAddress, { most: 8 }),
  fallback: [],
});
export const AMPR_REQUIRE_DNSSEC = configuration({
  key: "AMPR_REQUIRE_DNSSEC",
  group: "verification",
  label: "Only signed DNS proves",
  hint: "Take only a DNSSEC-validated answer; several resolvers that agree are not enough.",
  type: flag(),
  fallback: false,
});
export const LOTW_ROOTS = optionalConfiguration<string>({
  key: "LOTW_ROOTS",
  group: "verification",
  label: "LoTW authorities",
  hint:
    "PEM file of the certificate authorities whose callsign certificates prove a call. Unset: no certificate proves one.",
  type: text(1000),
});
export const OPERATORS_TOLD = instanceSetting<("push" | "mail" | "aprs")[]>({
  key: "OPERATORS_TOLD",
  group: "mail",
  label: "How operators are told",
  hint:
    "Of what does not work any more, and of what works again: once each. An APRS message goes out on the air under the service callsign.",
  type: anyOf("push", "mail", "aprs"),
  fallback: ["push", "mail"],
});
export const OPERATORS_QUIET = instanceSetting<QuietHours | "off">({
  key: "OPERATORS_QUIET",
  group: "mail",
  label: "Quiet hours of operators",
  hint:
    "In these hours, by the clock of this host, operators are told nothing; what still does not work afterwards is told then.",
  type: checked("hours such as 22:00-07:00, or off", readQuiet, { write: writeQuiet, maxLength: 20 }),
  fallback: { from: 22 * 60, to: 7 * 60 },
});
