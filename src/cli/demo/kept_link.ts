/** A sign-in link of the demonstration: whoever comes back to the terminal later finds that it still works. */
import { OPERATOR_LINK_S } from "../../accounts/mod.ts";
import type { App } from "../../app.ts";
import type { House } from "../../wiring/house.ts";

/** Some times within the life of a link. */
const RENEWED_MS = OPERATOR_LINK_S * 1000 / 5;

/**
 * Lets a link live for as long as nobody has used it, until what it gives is called. `spent` is told when somebody has:
 * a demonstration has neither passkeys nor mail, and what asks for a fresh sign-in needs a further link.
 */
export function keepLink(
  { db }: Pick<House, "db">,
  { links }: Pick<App, "links">,
  { link, call }: { link: string; call: string },
  spent: () => void,
  everyMs = RENEWED_MS,
): () => void {
  const token = new URL(link).searchParams.get("token")!;
  const renewing = setInterval(() => {
    void db.write((tx) => links.again(tx, token, call)).then((state) => {
      if (state === "again") return;
      clearInterval(renewing);
      spent();
    });
  }, everyMs);
  return () => clearInterval(renewing);
}
