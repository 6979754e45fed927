/** Settings of the server itself: addresses, secrets, sessions, legal pages, mail, tools. */
import {
  configuration,
  instanceSetting,
  optionalConfiguration,
  optionalInstanceSetting,
  secretSetting,
} from "../declare.ts";
import { base, call, email, hostName, httpsAddress, key32, origin, secret, webAddress } from "../forms.ts";
import { checked, choice, flag, integer, json, listOf, text } from "../types.ts";

const SECRET_TAKES =
  "a text without white space, made by `main.ts secrets new`; not the placeholder change-me";
const secretType = checked(SECRET_TAKES, secret);
const seedType = checked("the base64url of a 32-byte Ed25519 seed (43 characters)", key32);
const originList = listOf("a comma list of origins such as https://club.example", origin);

export const INGEST_SECRET = secretSetting<string>({
  key: "INGEST_SECRET",
  label: "Ingest secret",
  hint:
    "Guards the ingest plane: boxes and scripts that post what was heard. The server does not start without it.",
  type: secretType,
});
export const OPERATOR_SECRET = secretSetting<string>({
  key: "OPERATOR_SECRET",
  label: "Operator secret",
  hint: "Lets scripts use operator routes. Unset closes them.",
  type: secretType,
});
export const SESSION_SECRET = secretSetting<string>({
  key: "SESSION_SECRET",
  label: "Session secret",
  hint: "Signs sessions. Where it is unset, a placeholder or the same as another secret, nobody can sign in.",
  type: secretType,
});
export const FED_PRIVATE_KEY = secretSetting<string>({
  key: "FED_PRIVATE_KEY",
  label: "Federation key",
  hint: "Signs this instance's records. Without it they are served unsigned and cannot be mirrored.",
  type: seedType,
});
export const FED_SUBMIT_SECRET = secretSetting<string>({
  key: "FED_SUBMIT_SECRET",
  label: "Submit secret",
  hint: "Secret that spokes send to this hub together with the records that they push.",
  type: secretType,
});
export const FED_RELAY_SECRET = secretSetting<string>({
  key: "FED_RELAY_SECRET",
  label: "Relay secret",
  hint: "Secret that must be sent to ask a spoke a question through this hub.",
  type: secretType,
});
export const FED_CORROBORATION_SECRET = secretSetting<string>({
  key: "FED_CORROBORATION_SECRET",
  label: "Corroboration secret",
  hint: "Where this is set, everybody who asks a corroboration question must send it.",
  type: secretType,
});
export const BOX_KEY = secretSetting<string>({
  key: "BOX_KEY",
  label: "Box key",
  hint: "The Ed25519 seed with which this host signs as an enrolled ingest box.",
  type: seedType,
});
export const VAPID_PRIVATE_KEY = secretSetting<string>({
  key: "VAPID_PRIVATE_KEY",
  label: "Web push key",
  hint: "The P-256 private key that signs web push messages. Without it there is no web push.",
  type: checked("the base64url of a 32-byte P-256 private key (43 characters)", key32),
});
export const SMTP_URL = secretSetting<string>({
  key: "SMTP_URL",
  label: "Mail server",
  hint: "Where mail is handed in, e.g. smtps://user:password@mail.example. Without it no mail is sent.",
  type: checked(
    "an smtp: or smtps: address",
    (value) => /^smtps?:\/\/[^\s/?]{1,1000}\/?(\?\S{0,1000})?$/.test(value) ? value : undefined,
  ),
});

export const PORT = configuration({
  key: "PORT",
  group: "server",
  label: "Port",
  hint: "TCP port to listen on.",
  type: integer(0, 65535),
  fallback: 8787,
});
export const HOST = configuration({
  key: "HOST",
  group: "server",
  label: "Listening address",
  hint: "IP address to listen on.",
  type: checked(
    "an IP address such as 0.0.0.0, 127.0.0.1 or ::",
    (value) => /^[0-9a-fA-F.:]{2,45}$/.test(value) ? value : undefined,
  ),
  fallback: "0.0.0.0",
});
export const DATA_DIR = configuration({
  key: "DATA_DIR",
  group: "server",
  label: "Data folder",
  hint: "Folder of the database, media and tiles.",
  type: text(1000),
  fallback: "./data",
});
export const APP_URL = optionalConfiguration<string>({
  key: "APP_URL",
  group: "server",
  label: "Public address",
  hint: "The origin under which people reach this instance.",
  type: checked("an origin such as https://club.example, without a path", origin),
});
export const EXTRA_ORIGINS = configuration<string[]>({
  key: "EXTRA_ORIGINS",
  group: "server",
  label: "Further addresses",
  hint: "Other origins under which this instance is reached, e.g. on HAMNET.",
  type: originList,
  fallback: [],
});
export const CORS_ORIGINS = configuration<string[]>({
  key: "CORS_ORIGINS",
  group: "server",
  label: "Trusted foreign origins",
  hint: "Origins of other web apps that may send a member's session here; https or loopback only.",
  type: originList,
  fallback: [],
});
export const INSTANCE_ID = optionalConfiguration<string>({
  key: "INSTANCE_ID",
  group: "server",
  label: "Instance id",
  hint:
    "Name of this instance among others; by default the host of APP_URL, else localhost. Keep it for good.",
  type: checked("a lower-case host name without a colon", hostName),
});
export const TRUST_PROXY = configuration({
  key: "TRUST_PROXY",
  group: "server",
  label: "Behind a reverse proxy",
  hint:
    "Believe x-forwarded-proto and x-forwarded-for. Turn this on only where nothing but the proxy can reach the port.",
  type: flag(),
  fallback: false,
});
export const HTTPS_PORT = configuration({
  key: "HTTPS_PORT",
  group: "server",
  label: "https port",
  hint: "TCP port of https, beside the one of http.",
  type: integer(0, 65535),
  fallback: 8443,
});
export const TLS = optionalConfiguration<"off" | "files" | "own">({
  key: "TLS",
  group: "server",
  label: "https",
  hint:
    "off; files: with TLS_CERT and TLS_KEY, the default where they are set; own: with a certificate of this instance's own authority, which people trust once (see /trust).",
  type: choice("off", "files", "own"),
});
export const TLS_CERT = optionalConfiguration<string>({
  key: "TLS_CERT",
  group: "server",
  label: "TLS certificate",
  hint:
    "PEM file of the certificate chain; with TLS_KEY the server speaks https itself: on PORT, or on HTTPS_PORT where that is set.",
  type: text(1000),
});
export const TLS_KEY = optionalConfiguration<string>({
  key: "TLS_KEY",
  group: "server",
  label: "TLS key",
  hint: "PEM file of the certificate's private key.",
  type: text(1000),
});
export const BACKUP_KEEP = configuration({
  key: "BACKUP_KEEP",
  group: "server",
  label: "Nightly backups kept",
  hint:
    "How many nightly copies of the database stay in DATA_DIR/backups; 0 makes none. Copies made by hand stay until they are deleted.",
  type: integer(0, 365),
  fallback: 3,
});
export const REPLICA = secretSetting<string>({
  key: "REPLICA",
  label: "Replica for a stand-by",
  hint:
    "Folder or address (sftp://, s3://; it may hold a password) where litestream keeps a replica of the database. Then only one machine " +
    "serves as this instance at a time, and doctor says how far behind the replica is.",
  type: text(1000),
});
export const LOG_LEVEL = configuration({
  key: "LOG_LEVEL",
  group: "server",
  label: "Log level",
  hint: "Messages of this level and above are logged.",
  type: choice("debug", "info", "warning", "error"),
  fallback: "info",
});
export const LOG_FORMAT = configuration({
  key: "LOG_FORMAT",
  group: "server",
  label: "Log format",
  hint: "Lines for people or one JSON object a line.",
  type: choice("text", "json"),
  fallback: "text",
});
export const SOURCE_REPO = optionalConfiguration<string>({
  key: "SOURCE_REPO",
  group: "server",
  label: "Source repository",
  hint: "Where the running source can be read; shown at /.well-known/source.",
  type: checked("an http(s) address", webAddress),
});
export const SOURCE_COMMIT = optionalConfiguration<string>({
  key: "SOURCE_COMMIT",
  group: "server",
  label: "Source commit",
  hint: "Commit of the running source; known by itself in a checkout.",
  type: checked(
    "7 to 64 hex digits",
    (value) => /^[0-9a-f]{7,64}$/i.test(value) ? value.toLowerCase() : undefined,
  ),
});
export const SOURCE_TAG = optionalConfiguration<string>({
  key: "SOURCE_TAG",
  group: "server",
  label: "Source tag",
  hint: "Release tag of the running source.",
  type: text(100),
});
export const UPDATE_CHECK = instanceSetting({
  key: "UPDATE_CHECK",
  group: "server",
  label: "Look for updates",
  hint: "Tell the operator when a newer release exists.",
  type: flag(),
  fallback: true,
});

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

/** A registry that the environment names; `builtin` is the project's own. */
export type ListedRegistry = "builtin" | {
  spec: string;
  url: string;
  authority: string;
  label: string;
  enabled: boolean;
};
const listedRegistry = (one: unknown): ListedRegistry | undefined => {
  if (one === "builtin") return one;
  if (typeof one !== "object" || one === null) return undefined;
  const { url, authority, label, enabled = true } = one as Record<string, unknown>;
  if (typeof url !== "string" || url.length > 500 || typeof authority !== "string") return undefined;
  const path = /^\/(?!\/)[\w./~-]*$/.test(url);
  if (!path && httpsAddress(url) === undefined) return undefined;
  if (key32(authority) === undefined || typeof enabled !== "boolean") return undefined;
  if (label !== undefined && (typeof label !== "string" || label.length > 60)) return undefined;
  return {
    spec: url,
    url,
    authority,
    label: label ?? (path ? url : new URL(url).host).slice(0, 60),
    enabled,
  };
};
export const TOOL_REGISTRIES = optionalConfiguration<ListedRegistry[]>({
  key: "TOOL_REGISTRIES",
  group: "tools",
  label: "Tool registries",
  hint: "Fixes the list of tool registries; while set, it cannot be changed at runtime.",
  type: json(
    'a JSON list of up to 20 of "builtin" and {url, authority, label?, enabled?}; url https or a path on this instance',
    (value) => {
      if (!Array.isArray(value) || value.length > 20) return undefined;
      const read = value.map(listedRegistry);
      return read.includes(undefined) ? undefined : read as ListedRegistry[];
    },
  ),
});
export const TOOL_REGISTRIES_PLAYERS = instanceSetting({
  key: "TOOL_REGISTRIES_PLAYERS",
  group: "tools",
  label: "Members may add registries",
  hint: "Whether members may keep tool registries of their own.",
  type: flag(),
  fallback: true,
});
export const TOOL_REGISTRIES_PROXY = instanceSetting({
  key: "TOOL_REGISTRIES_PROXY",
  group: "tools",
  label: "Serve registry files",
  hint: "Whether files of tool registries are fetched and kept here for members.",
  type: flag(),
  fallback: true,
});

export const SERVICE_CALL = optionalConfiguration<string>({
  key: "SERVICE_CALL",
  group: "radio",
  label: "Service call",
  hint:
    "Callsign that radio commands are sent to; by default the first operator's base call with SSID -15, else APRSCG.",
  type: checked("a callsign of at most 9 characters", call),
});
