/** Leads from a refusal to the chapter that explains it, where there is one. The table comes with the first refusal. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { say } from "./say.ts";

export function Explained({ reason }: { reason: string }) {
  const chapter = useSignal<string | undefined>(undefined);
  useEffect(() => {
    import("./chapter_of_reason.ts").then(
      ({ chapterOfReason }) => chapter.value = chapterOfReason(reason),
      () => {},
    );
  }, [reason]);
  return chapter.value ? <a href={`/help/${chapter.value}`}>{say("help.read")}</a> : null;
}
