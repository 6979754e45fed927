/** Gives an address to others: by the browser's own sheet where it has one, else it is copied. */

/** `"no"`: the person thought otherwise, or the browser lets no page do either. */
export async function passOn(of: { title: string; url: string }): Promise<"passed" | "copied" | "no"> {
  if (navigator.share) {
    return await navigator.share(of).then(() => "passed" as const, () => "no" as const);
  }
  if (!navigator.clipboard) return "no";
  return await navigator.clipboard.writeText(of.url).then(() => "copied" as const, () => "no" as const);
}
