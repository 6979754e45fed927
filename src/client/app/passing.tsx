/** What was done is said in passing: it stands for a while, and goes with its page. */
import { useEffect } from "preact/hooks";
import { useApp } from "../phone/app.ts";
import { place } from "../pages/router.ts";
import { endSaying, said, Toast } from "../ui/look/over.tsx";

/** Long enough to read it and to reach for the way back. */
const STANDS_MS = 8000;

export default function Passing() {
  const { world } = useApp();
  const now = said.value, { path } = place.value;
  useEffect(() => now ? world.later(endSaying, STANDS_MS) : undefined, [now]);
  useEffect(endSaying, [path]);
  return <Toast />;
}
