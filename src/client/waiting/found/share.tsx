/** The button that gives the address of what was found or hidden to others. */
import { useSignal } from "@preact/signals";
import { passOn } from "../../cache/pass_on.ts";
import { useReachedAt } from "../../phone/passed/reached_at.ts";
import { SHARE_2 } from "../../ui/icons/field_paths.ts";
import { Button } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";

export function Share({ title, path }: { title: string; path: string }) {
  const at = useReachedAt(), copied = useSignal(false);
  const share = async () => void (copied.value = await passOn({ title, url: at + path }) === "copied");
  return (
    <Button icon={SHARE_2} onClick={() => void share()}>
      {say(copied.value ? "cache.share.copied" : "cache.share")}
    </Button>
  );
}
