/** What follows from several settings: the instance's name, its addresses, its service call. */
import { baseCall } from "../base/mod.ts";
import {
  ADMIN_CALLSIGNS,
  APP_URL,
  CLUB_NAME,
  EXTRA_ORIGINS,
  FED_SYNC_REGION,
  INSTANCE_ID,
  INSTANCE_REGION,
  RP_ID,
  SERVICE_CALL,
  TLS,
  TLS_CERT,
} from "./catalogue/mod.ts";
import type { Settings } from "./settings.ts";

/** INSTANCE_ID, else the host of APP_URL, else localhost. */
export function instanceId(settings: Settings): string {
  const url = settings.get(APP_URL);
  return settings.get(INSTANCE_ID) ?? (url ? new URL(url).hostname : "localhost");
}

/** What people read as the name of this place: CLUB_NAME, else the instance's id. */
export const shownName = (settings: Settings): string => settings.get(CLUB_NAME) ?? instanceId(settings);

/** INSTANCE_REGION, else FED_SYNC_REGION, else nothing: the box where lists and maps start, in degrees. */
export const startRegion = (settings: Settings) =>
  settings.get(INSTANCE_REGION) ?? settings.get(FED_SYNC_REGION);

/** SERVICE_CALL, else the first operator's base call with SSID -15, else APRSCG (API "Limits"). */
export function serviceCall(settings: Settings): string {
  const operator = settings.get(ADMIN_CALLSIGNS)[0];
  return settings.get(SERVICE_CALL) ?? (operator ? `${baseCall(operator)}-15` : "APRSCG");
}

/** The one relying party of passkeys, now or under another address: RP_ID, else the host of APP_URL, or of the first https extra origin when APP_URL is http. */
export function relyingParty(settings: Settings, url = settings.get(APP_URL)): string {
  const secureExtra = settings.get(EXTRA_ORIGINS).find((origin) => origin.startsWith("https:"));
  const home = url?.startsWith("http:") && secureExtra ? secureExtra : url;
  return settings.get(RP_ID) ?? (home ? new URL(home).hostname : "localhost");
}

/** Own addresses: APP_URL first, then EXTRA_ORIGINS. */
export const ownOrigins = (settings: Settings): string[] =>
  [settings.get(APP_URL), ...settings.get(EXTRA_ORIGINS)].filter((origin) => origin !== undefined);

/** Whether any own address is https: then operators must use it (API "Gates", sysop). */
export const hasHttps = (settings: Settings): boolean =>
  ownOrigins(settings).some((origin) => origin.startsWith("https:"));

/** Whether the call's base call is an operator's. */
export const isAdminCall = (settings: Settings, call: string): boolean =>
  settings.get(ADMIN_CALLSIGNS).includes(baseCall(call));

/** How https is served: TLS, else `files` where there are any, else not at all. */
export const tlsMode = (settings: Settings): "off" | "files" | "own" =>
  settings.get(TLS) ?? (settings.get(TLS_CERT) === undefined ? "off" : "files");
