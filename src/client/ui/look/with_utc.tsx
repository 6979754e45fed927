/** A local time with UTC beside it, as the logs of radio amateurs have it. */
import { inUtc } from "../times.ts";

/** A time (unix seconds) of day in UTC, with its date where that is another one here; where clocks show UTC, its name alone. */
function utcOf(at: number): string {
  const date = new Date(at * 1000);
  if (date.getTimezoneOffset() === 0) return "UTC";
  const [day, time] = date.toISOString().split("T") as [string, string];
  const here = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((one) =>
    String(one).padStart(2, "0")
  );
  return `${here.join("-") === day ? "" : `${day} `}${time.slice(0, 5)} UTC`;
}

/** `said`: the same time as the reader's clock shows it. Where the page says all times in UTC, it stands there once. */
export const WithUtc = ({ at, said }: { at: number; said: string }) => (
  <>
    {said}
    {!inUtc.value && <span class="soft">{` ${utcOf(at)}`}</span>}
  </>
);
