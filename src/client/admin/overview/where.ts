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
  CLOCK: PAGES.adminGround.path,
  DATABASE: PAGES.adminGround.path,
  DISK: PAGES.adminGround.path,
  FED_PRIVATE_KEY: IDENTITY,
  FIRST_PARTY_SITES: PAGES.adminReceivers.path,
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
  verify: PAGES.verify.path,
  "verify.nobody": settingAddress("ADMIN_CALLSIGNS"),
};

/** The address of the page that is about a line. */
export const placeOf = ({ key, reason }: Pick<CheckLine, "key" | "reason">): string =>
  PLACES[reason ?? ""] ?? PLACES[key] ?? settingAddress(key);
