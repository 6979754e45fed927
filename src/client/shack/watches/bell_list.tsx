/** What the bell shows: the latest alerts, and the way to all of them and to what is watched. */
import { PAGES } from "../../pages/page_table.ts";
import { AlertRows } from "./alert_rows.tsx";
import { tell } from "../tell.ts";

/** How many fit without scrolling far. */
const LATEST = 8;

export default function BellList() {
  return (
    <>
      <h2>{tell("watches.alerts")}</h2>
      {/* Above the rows: below them it moves away under the finger when they come. */}
      <p>
        <a href={PAGES.watches.path}>{tell("watches.alerts.all")}</a>
      </p>
      <AlertRows most={LATEST} />
    </>
  );
}
