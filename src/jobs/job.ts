/** A job as areas declare it. */
export interface Job {
  /** Letters, digits, spaces and dashes, as `Deno.cron` takes them. */
  name: string;
  /** A cron expression in UTC, or a period in milliseconds for what must run more often than each minute. */
  when: string | number;
  /** It judges ages: it prunes, expires or reminds, and waits while the time is not known (`World.clock`). */
  judgesTime?: true;
  /** It runs soon after each start too, whenever it ran last: what it finds is true of that moment alone. */
  atStart?: true;
  run(): void | Promise<void>;
}
