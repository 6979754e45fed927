/** The photos and sounds of a cache, from a pack where one has them, else from the gateway. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../app.ts";

/** The address at which the browser finds a file, stored or not; empty until it is known whether a pack has it. */
export function useStored(url: string): Signal<string> {
  const { packs } = useApp();
  const address = useSignal("");
  useEffect(() => {
    let made = "", gone = false;
    const look = async () => {
      const part = await packs.storage.part(url).catch(() => undefined);
      if (gone) return;
      if (part) made = URL.createObjectURL(new Blob([part.bytes], { type: part.type }));
      address.value = made || url;
    };
    void look();
    return () => {
      gone = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [url]);
  return address;
}

/** A photo. Where it cannot be loaded, its words are shown. */
export function Picture({ url, small, words }: { url: string; small?: string | undefined; words: string }) {
  const address = useStored(small ?? url);
  return (
    <a class="picture" href={url} target="_blank">
      {address.value && <img src={address.value} alt={words} loading="lazy" />}
    </a>
  );
}
