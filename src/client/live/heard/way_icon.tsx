/** How a station was heard, as a drawing beside the word. Lucide's (ISC licence); only pages about stations have them. */
import type { Filter } from "./chosen_ways.ts";

const PATHS: Readonly<Record<Exclude<Filter, "all">, string>> = {
  direct: "M2 12 7 2M7 12 12 2M12 12 17 2M17 12 22 2M4.5 7h15M12 16v6",
  digi:
    "M9 18a3 3 0 0 1 6 0a3 3 0 0 1 -6 0zM3 6a3 3 0 0 1 6 0a3 3 0 0 1 -6 0zM15 6a3 3 0 0 1 6 0a3 3 0 0 1 -6 0zM18 9v2c0 .6-.4 1-1 1H7c-.6 0-1-.4-1-1V9M12 12v3",
  mesh:
    "M10.6 5.4 5.4 10.6M18.6 13.4l-5.2 5.2M6 12h12M10 20a2 2 0 0 1 4 0a2 2 0 0 1 -4 0zM10 4a2 2 0 0 1 4 0a2 2 0 0 1 -4 0zM18 12a2 2 0 0 1 4 0a2 2 0 0 1 -4 0zM2 12a2 2 0 0 1 4 0a2 2 0 0 1 -4 0z",
  internet:
    "M2 12a10 10 0 0 1 20 0a10 10 0 0 1 -20 0zM12 2a14.5 14.5 0 0 0 0 20a14.5 14.5 0 0 0 0-20M2 12h20",
};

export const WayIcon = ({ way }: { way: Filter | undefined }) =>
  way && way !== "all"
    ? (
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d={PATHS[way]} />
      </svg>
    )
    : null;
