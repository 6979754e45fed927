/** Where a line of the setup checklist can be mended: a page of administration, or its setting. */
import { PAGES } from "../../pages/page_table.ts";
import { settingAddress } from "../settings/address.ts";
import type { CheckLine } from "./check_line.ts";

const EXCHANGE = "/admin/neighbours/exchange", IDENTITY = "/admin/neighbours/identity";

/** By reason, else by the line's name. What is not here bears the name of the setting that it is about. */
const PLACES: Readonly<Record<string, string>> = {
  ADDRESSES: settingAddress("HOST"),
  AUTHORITY: "/trust",
  BACKUP: PAGES.adminGround.path,
  ELSEWHERE: PAGES.adminGround.path,
  CLOCK: PAGES.adminGround.path,
  DATABASE: PAGES.adminGround.path,
  DISK: PAGES.adminGround.path,
  FED_PRIVATE_KEY: IDENTITY,
  FIRST_PARTY_SITES: PAGES.adminReceivers.path,
  ENV_FILE: PAGES.adminSettings.path,
  SECRETS: PAGES.adminSettings.path,
  JOBS: PAGES.adminGround.path,
  "SMTP_URL.failing": PAGES.adminMail.path,
  "SMTP_URL.refused": PAGES.adminMail.path,
  "SMTP_URL.untried": PAGES.adminMail.path,
  boxes: PAGES.adminReceivers.path,
  "SMTP_URL.no_address": settingAddress("APP_URL"),
  "UPDATE_CHECK.newer": PAGES.adminGround.path,
  "UPDATE_CHECK.unreached": settingAddress("SOURCE_REPO"),
  circuits: PAGES.adminNeighbours.path,
  "circuits.no_call": settingAddress("FED_LINK_CALL"),
  "circuits.no_key": IDENTITY,
  exchange: settingAddress("FED_PEER_EXCHANGE"),
  "fed-bbs": PAGES.adminMail.path,
  gaps: EXCHANGE,
  hub: EXCHANGE,
  "hub.unset": settingAddress("FED_HUB_URL"),
  name: settingAddress("INSTANCE_ID"),
  neighbours: PAGES.adminNeighbours.path,
  "neighbours.no_name": settingAddress("INSTANCE_ID"),
  "neighbours.no_key": IDENTITY,
  partners: PAGES.adminMail.path,
  peers: PAGES.adminNeighbours.path,
  spokes: EXCHANGE,
  operators: settingAddress("ADMIN_CALLSIGNS"),
  "operators.waiting": PAGES.adminPeople.path,
  verify: PAGES.verify.path,
  "verify.nobody": settingAddress("ADMIN_CALLSIGNS"),
};

/** The address of the page that is about a line. */
export const placeOf = ({ key, reason }: Pick<CheckLine, "key" | "reason">): string =>
  PLACES[reason ?? ""] ?? PLACES[key] ?? settingAddress(key);

/** The page that is about a light, by the service that it shows, else by the line of the checklist. */
export const lightPlace = (key: string): string =>
  LIGHTS[key.split(":", 1)[0]!] ?? placeOf({ key, reason: null });

const LIGHTS: Readonly<Record<string, string>> = {
  mail: PAGES.adminMail.path,
  partner: PAGES.adminMail.path,
  neighbour: PAGES.adminNeighbours.path,
  box: PAGES.adminReceivers.path,
  broker: settingAddress("MQTT_URL"),
  push: settingAddress("VAPID_PRIVATE_KEY"),
  dns: settingAddress("DOH_URL"),
  backup: PAGES.adminGround.path,
  job: PAGES.adminGround.path,
};
