/** What is counted here as areas tell of it. */

/** Counts since the start of the process. */
export class Tally {
  finds = 0;
  requests = 0;
  errors = 0;

  /** A request was answered with this status. */
  answered(status: number): void {
    this.requests++;
    if (status >= 500) this.errors++;
  }
}
