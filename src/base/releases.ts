/** Versions of this program: `1.2.3`, and `1.2.3-rc.1` for one that comes before it. */
const FORM = /^(\d{1,5})\.(\d{1,5})\.(\d{1,5})(?:-([a-z0-9.]{1,30}))?$/;

/** Whether the first of two versions is older than the second; `false` where one of them is no version. */
export function isOlderRelease(one: string, other: string): boolean {
  const [a, b] = [FORM.exec(one), FORM.exec(other)];
  if (!a || !b) return false;
  for (const part of [1, 2, 3]) {
    const apart = Number(a[part]) - Number(b[part]);
    if (apart !== 0) return apart < 0;
  }
  if (a[4] === undefined || b[4] === undefined) return a[4] !== undefined && b[4] === undefined;
  return a[4].localeCompare(b[4], "en", { numeric: true }) < 0;
}
