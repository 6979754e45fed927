/** The sound of an audio stage: the present one to listen to, and a field to replace it. */
import { useSignal } from "@preact/signals";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { FileField } from "../../ui/look/file_tile.tsx";
import { say } from "../../ui/say.ts";
import { sayBytes } from "../../ui/times.ts";
import { routeTo } from "../../phone/wire/routes.ts";

/** How many bytes a sound may have. */
const SOUND_MOST = 3_000_000;

/** `n`: the stage's number at the gateway; it has none before it is saved. `waits`: the list of stages is not sent yet. */
export function SoundField({ id, code, n, url, waits, sent }: {
  id: string;
  code: string;
  n: number | undefined;
  url: string | null;
  waits: boolean;
  /** Called once the gateway has the new sound. */
  sent: () => Promise<unknown>;
}) {
  const { gateway } = useApp();
  const doing = useDoing();
  const large = useSignal(0), saved = useSignal(false);
  const send = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    if (!file || n === undefined) return;
    saved.value = false;
    large.value = file.size > SOUND_MOST ? file.size : 0;
    if (large.value === 0) {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const path = routeTo("PUT /api/caches/:id/stages/:n/media", { params: { id: code, n } });
      saved.value = await doing.run(() => gateway.ask("PUT", path, bytes));
      if (saved.value) await sent();
    }
    input.value = "";
  };
  const hint = n === undefined ? "stages.sound.first" : waits ? "edit.on_way" : "stages.sound.hint";
  return (
    <>
      {url && <audio controls src={url} aria-label={say("stages.sound.now")} />}
      <FileField
        id={id}
        label={say("stages.sound")}
        hint={say(hint, { size: sayBytes(SOUND_MOST) })}
        accept="audio/*,.mp3,.ogg,.wav,.m4a"
        disabled={n === undefined || waits || doing.busy.value}
        take={(field) => void send(field)}
      />
      {large.value > 0 && (
        <p class="bad" role="alert">
          {say("stages.sound.large", { size: sayBytes(large.value), most: sayBytes(SOUND_MOST) })}
        </p>
      )}
      {saved.value && <p class="go" role="status">{say("stages.sound.saved")}</p>}
      <Problem of={doing} />
    </>
  );
}
