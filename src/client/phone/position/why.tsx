/** Why the phone's place is not known, and where this browser allows a page to read it. */
import { Button, Notice } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import type { Failure } from "./reading.ts";

/** Browsers that let a page's location be allowed at different places. */
type Allows = "ios" | "android" | "firefox" | "safari" | "other";

/** Which of them a browser is, by how it calls itself; `touches`: how many fingers its screen feels at once. */
export function allowsAt(agent: string, touches: number): Allows {
  // An iPad calls itself a Macintosh, and no Macintosh has a screen that feels fingers.
  if (/iPhone|iPad/.test(agent) || /Macintosh/.test(agent) && touches > 1) return "ios";
  if (/Firefox/.test(agent)) return "firefox";
  if (/Android/.test(agent)) return "android";
  return /Safari/.test(agent) && !/Chrom/.test(agent) ? "safari" : "other";
}

/** Why no reading comes; after a refusal, where this browser allows it. */
export function sayFailure(failure: Failure): string {
  const what = say(`fix.${failure}`);
  if (failure !== "refused") return what;
  return `${what} ${say(`fix.allow.${allowsAt(navigator.userAgent, navigator.maxTouchPoints)}`)}`;
}

/** The same on a page that cannot go on without a reading. `more`: what works without it. */
export const Failed = ({ failure, again, more }: { failure: Failure; again: () => void; more?: string }) => (
  <>
    <div role="status">
      <Notice>{more ? `${sayFailure(failure)} ${more}` : sayFailure(failure)}</Notice>
    </div>
    <Button onClick={again}>{say("fix.again")}</Button>
  </>
);
