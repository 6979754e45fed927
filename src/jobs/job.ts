/** A job as areas declare it. */
export interface Job {
  /** Letters, digits, spaces and dashes, as `Deno.cron` takes them. */
  name: string;
  /** A cron expression in UTC, or a period in milliseconds for what must run more often than each minute. */
  when: string | number;
  /** It judges ages: it prunes, expires or reminds, and waits while the time is not known (`World.clock`). */
  judgesTime?: true;
  run(): void | Promise<void>;
}
