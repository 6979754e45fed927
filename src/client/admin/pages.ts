/** Which file draws which page of administration. Members' phones do not load this list. */
import type { ComponentType } from "preact";
import type { AdminPage, PropsOf } from "../pages/page_table.ts";

/** Loads the file of a page. */
export const LOADERS: {
  readonly [Name in AdminPage]: () => Promise<{ default: ComponentType<PropsOf<Name>> }>;
} = {
  admin: () => import("./overview/overview_page.tsx"),
  adminFirst: () => import("./first/first_page.tsx"),
  adminReceivers: () => import("./receivers/receivers_page.tsx"),
  adminReceiver: () => import("./receivers/receiver_page.tsx"),
  adminSettings: () => import("./settings/settings_page.tsx"),
  adminPeople: () => import("./people/people_page.tsx"),
  adminPerson: () => import("./people/person_page.tsx"),
  adminReports: () => import("./people/reports_page.tsx"),
  adminDone: () => import("./done/done_page.tsx"),
  adminCaches: () => import("./caches/caches_page.tsx"),
  adminMail: () => import("./mail/mail_page.tsx"),
  adminKeys: () => import("./keys/keys_page.tsx"),
  adminGround: () => import("./system/system_page.tsx"),
  adminNeighbours: () => import("./neighbours/neighbours_page.tsx"),
  adminNeighbour: () => import("./neighbours/part_page.tsx"),
};
