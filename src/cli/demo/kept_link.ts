/** A sign-in link of the demonstration: whoever comes back to the terminal later finds that it still works. */
import { OPERATOR_LINK_S } from "../../accounts/mod.ts";
import type { App } from "../../app.ts";
import type { House } from "../../wiring/house.ts";

/** Some times within the life of a link. */
const RENEWED_MS = OPERATOR_LINK_S * 1000 / 5;

/** Lets a link live for as long as nobody has used it, until what it gives is called. */
export function keepLink(
  { db }: Pick<House, "db">,
  { links }: Pick<App, "links">,
  { link, call }: { link: string; call: string },
  everyMs = RENEWED_MS,
): () => void {
  const token = new URL(link).searchParams.get("token")!;
  const renewing = setInterval(() => {
    void db.write((tx) => links.again(tx, token, call)).then((state) => {
      if (state !== "again") clearInterval(renewing);
    });
  }, everyMs);
  return () => clearInterval(renewing);
}
