/** Secrets: read from the environment alone, shown by nothing. */
import { secretSetting } from "../declare.ts";
import { key32, secret } from "../forms.ts";
import { checked } from "../types.ts";

const SECRET_TAKES =
  "a text without white space, made by `main.ts secrets new`; not the placeholder change-me";
const secretType = checked(SECRET_TAKES, secret);
const seedType = checked("the base64url of a 32-byte Ed25519 seed (43 characters)", key32);

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
