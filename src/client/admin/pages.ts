/** Which file draws which page of administration. Members' phones do not load this list. */
import type { ComponentType } from "preact";
import type { HousePage, PropsOf } from "../pages/page_table.ts";

/** Loads the file of a page. */
export const LOADERS: {
  readonly [Name in HousePage]: () => Promise<{ default: ComponentType<PropsOf<Name>> }>;
} = {
  admin: () => import("./overview_page.tsx"),
  adminFirst: () => import("./first/first_page.tsx"),
  adminReceivers: () => import("./receivers/receivers_page.tsx"),
  adminReceiver: () => import("./receivers/receiver_page.tsx"),
  adminSettings: () => import("./settings/settings_page.tsx"),
  adminPeople: () => import("./people/people_page.tsx"),
  adminPerson: () => import("./people/person_page.tsx"),
  adminReports: () => import("./people/reports_page.tsx"),
  adminCaches: () => import("./house/caches_page.tsx"),
  adminMail: () => import("./house/mail_page.tsx"),
  adminKeys: () => import("./house/keys_page.tsx"),
  adminGround: () => import("./house/ground_page.tsx"),
  adminNeighbours: () => import("./neighbours/neighbours_page.tsx"),
  adminNeighbour: () => import("./neighbours/part_page.tsx"),
};
