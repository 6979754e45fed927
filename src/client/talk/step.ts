/** Moves the focus along the links of a list. */
export function step(links: string, by: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>(links)];
  const at = all.indexOf(document.activeElement as HTMLElement);
  all[at < 0 ? 0 : Math.max(0, Math.min(all.length - 1, at + by))]?.focus();
}
