/**
 * "Open in …": hands a file to another program of the phone, by the browser's own sheet. Where the browser has none, or does not
 * hand on files of this kind, there is no such button: the link beside it saves the file, and phones open that by themselves.
 */
import { type App, useApp } from "../app.ts";
import { Problem, useDoing } from "../doing.tsx";
import { SHARE_2 } from "../../ui/icons/field_paths.ts";
import { Button } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";

/** Whether the browser hands on files of this name and type. Asked with an empty one, so that nothing is loaded for it. */
export const handsOn = (name: string, type: string): boolean =>
  typeof navigator.canShare === "function" && navigator.canShare({ files: [new File([], name, { type })] });

interface Shared {
  /** Where this site has the file. */
  path: string;
  name: string;
  type: string;
}

/** Fetches the file and opens the sheet with it; gives the gateway's answer. */
export async function handOn({ gateway }: Pick<App, "gateway">, { path, name, type }: Shared) {
  const answer = await gateway.bytes(path);
  if (answer.ok) {
    const files = [new File([answer.value.bytes], name, { type })];
    // Whoever closes the sheet wants no sentence about it.
    await navigator.share({ files }).catch(() => {});
  }
  return answer;
}

export function ShareFile(file: Shared) {
  const app = useApp(), doing = useDoing();
  if (!handsOn(file.name, file.type)) return null;
  return (
    <>
      <Button
        icon={SHARE_2}
        disabled={doing.busy.value}
        onClick={() => void doing.run(() => handOn(app, file))}
      >
        {say("out.open_in")}
      </Button>
      <Problem of={doing} />
    </>
  );
}
