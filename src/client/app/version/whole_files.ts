/**
 * What the worker keeps is what was built. A proxy, a hotspot's sign-in page or a club's maintenance page may answer for any
 * address, with status 200: kept once, it would be shown for ever.
 */

/** The built files: the first 15 bytes of their SHA-256 in Base64, by address: in the worker's list. */
declare const DIGESTS: Readonly<Record<string, string>>;
/** Media types by a file name's ending. Written in by the build. */
declare const TYPES: Readonly<Record<string, string>>;

const typeOf = (answer: Response): string =>
  (answer.headers.get("content-type") ?? "").split(";", 1)[0]!.trim().toLowerCase();

/** Whether an answer is the built file of this address. The answer can still be read afterwards. */
export async function isBuilt(path: string, answer: Response): Promise<boolean> {
  const type = TYPES[path.split(".").at(-1)!]!.split(";", 1)[0];
  if (!answer.ok || typeOf(answer) !== type) return false;
  const digest = await crypto.subtle.digest("SHA-256", await answer.clone().arrayBuffer());
  return btoa(String.fromCharCode(...new Uint8Array(digest, 0, 15))) === DIGESTS[path];
}

/** Whether an answer is a page of this build: HTML that names a file of it. The answer can still be read afterwards. */
export const isPageWith = async (file: string, answer: Response): Promise<boolean> =>
  answer.ok && typeOf(answer) === "text/html" && (await answer.clone().text()).includes(`"${file}"`);

/**
 * Asks for a file until one answer of two is right: the second passes by the browser's own copies, which may be what somebody
 * else answered earlier. Gives the last answer, and whether it is right.
 */
export async function fetchWhole(
  path: string,
  isRight: (answer: Response) => Promise<boolean>,
  first: RequestCache = "default",
): Promise<{ answer: Response; right: boolean }> {
  const answer = await fetch(path, { cache: first });
  if (await isRight(answer)) return { answer, right: true };
  const again = await fetch(path, { cache: "reload" });
  return { answer: again, right: await isRight(again) };
}
