/** Asking again while a page is looked at: what the gateway has no live message for. */
import { useEffect } from "preact/hooks";
import { useApp } from "../shell/app.ts";

/** Asks again every so many seconds, while the page is shown; without a number not at all. */
export function usePoll(again: () => Promise<void>, seconds: number | undefined): void {
  const { world } = useApp();
  useEffect(() => {
    if (seconds === undefined) return;
    let end = () => {};
    const next = () =>
      end = world.later(() => {
        void (document.hidden ? Promise.resolve() : again()).finally(() => ended || next());
      }, seconds * 1000);
    let ended = false;
    next();
    return () => {
      ended = true;
      end();
    };
  }, [seconds]);
}
