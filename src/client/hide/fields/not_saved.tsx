/** What a form says below its fields while something in it is not saved. */
import { AskOnce, Notice } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import type { Typed } from "../../phone/drafts/typed.ts";

/** Says that what was typed is not saved yet, and offers to discard it. */
export function NotSaved({ typed: { disk, keep } }: { typed: Pick<Typed<never>, "disk" | "keep"> }) {
  return (
    <>
      {/* No status: it would be read out after each key. */}
      {disk.value === "kept" || disk.value === "keeping"
        ? <p class="soft">{say(disk.value === "kept" ? "hide.typed" : "hide.keeping")}</p>
        : <Notice>{say("hide.typed.full")}</Notice>}
      <AskOnce
        words={say("hide.forget")}
        what={say("hide.forget.what")}
        sure={say("hide.forget.do")}
        act={() => void keep(undefined)}
      />
    </>
  );
}
