/** What a tool answers, line by line; a line that is a sound is played. */
import { useEffect, useMemo } from "preact/hooks";
import { CopyOut, Foreign } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { isSound } from "./run/shapes.ts";
import { SolvedPlace } from "./solved_place.tsx";

export function Answer({ lines }: { lines: readonly string[] }) {
  const words = lines.filter((line): boolean => !isSound(line)), sound = lines.find(isSound);
  return (
    <div class="tool-answer">
      <div role="status">
        <ul class="code">
          {words.map((line, at) => (
            <li key={at}>
              <Foreign>{line}</Foreign>
            </li>
          ))}
        </ul>
      </div>
      <SolvedPlace lines={words.flatMap((line) => line.split("\n"))} />
      {sound && <Sound address={sound} />}
      {words.length > 0 && (
        <CopyOut text={words.join("\n")} label={say("tools.copy")} words={say("copy.do")} />
      )}
    </div>
  );
}

/** The page plays sounds of its own memory alone, so the bytes are put there. */
function Sound({ address }: { address: string }) {
  const url = useMemo(() => {
    const bytes = Uint8Array.from(atob(address.slice(address.indexOf(",") + 1)), (one) => one.charCodeAt(0));
    return URL.createObjectURL(new Blob([bytes], { type: "audio/wav" }));
  }, [address]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return <audio controls src={url} aria-label={say("tools.sound")} />;
}
