/** Settings of the server itself: addresses, certificates, backups, logs, updates. */
import {
  configuration,
  instanceSetting,
  optionalConfiguration,
  optionalInstanceSetting,
  secretSetting,
} from "../declare.ts";
import { type Box, box, BOX_TAKES, hostName, origin, webAddress, writeBox } from "../forms.ts";
import { checked, choice, flag, integer, listOf, text } from "../types.ts";

/** `CODE note` in each line. */
function acceptedLines(text: string): ReadonlyMap<string, string> | undefined {
  const lines = text.split("\n").map((line) => /^([\w.]{1,60}) (\S.{0,199})$/.exec(line.trim()));
  if (lines.length > 50 || lines.includes(null)) return undefined;
  return new Map(lines.map((line): [string, string] => [line![1]!, line![2]!]));
}

const originList = listOf("a comma list of origins such as https://club.example", origin);

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
export const INSTANCE_REGION = optionalInstanceSetting<Box>({
  key: "INSTANCE_REGION",
  group: "server",
  label: "Region",
  hint:
    "Where this instance is: lists and maps start there, and its size is that of the first pack. Unset: that of FED_SYNC_REGION.",
  type: checked(BOX_TAKES, box, { write: writeBox }),
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
export const BACKUP_NIGHTLY = configuration({
  key: "BACKUP_NIGHTLY",
  group: "server",
  label: "What is copied at night",
  hint:
    "database: the database alone; whole: one archive with photos and, under BACKUP_PASSPHRASE, the secrets too. Each archive takes as " +
    "much room as the photos.",
  type: choice("database", "whole"),
  fallback: "database",
});
export const BACKUP_PASSPHRASE = secretSetting<string>({
  key: "BACKUP_PASSPHRASE",
  label: "Passphrase of backups",
  hint:
    "Under it the secrets (gateway.env, tls/) are in whole backups, in the format age; without it they are left out. 12 characters or " +
    "more. Keep it elsewhere too: without it nobody opens them.",
  type: checked(
    "a passphrase of 12 to 200 characters",
    (value) => /^\P{Cc}{12,200}$/u.test(value) ? value : undefined,
  ),
});
export const CHECKS_ACCEPTED = instanceSetting<ReadonlyMap<string, string>>({
  key: "CHECKS_ACCEPTED",
  group: "server",
  label: "Accepted lines of the checklist",
  hint:
    "What is missing on purpose: such a line of the setup checklist counts no more while it says the same. Set on the overview.",
  type: checked(
    "one line each: the code of what is wrong, such as SMTP_URL.unset, and why that is accepted",
    acceptedLines,
    { lines: true, write: (lines) => [...lines].map(([code, note]) => `${code} ${note}`).join("\n") },
  ),
  fallback: new Map(),
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
