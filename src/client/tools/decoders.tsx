/** What a tool reads: a text or a photo that one gives it, and what it answers. */
import { useSignal } from "@preact/signals";
import { ChoiceField } from "../ui/choices.tsx";
import { TextField } from "../ui/fields.tsx";
import { FileTile } from "../ui/look/file_tile.tsx";
import { Button } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { Answer } from "./answer.tsx";
import type { Decoder } from "./run/loaded.ts";
import type { Sandbox } from "./run/sandbox.ts";

export function Decoders({ running, decoders }: { running: Sandbox; decoders: readonly Decoder[] }) {
  const chosen = useSignal(decoders[0]!.id), input = useSignal(decoders[0]!.sample);
  const lines = useSignal<readonly string[] | undefined>(undefined), busy = useSignal(false);
  const decoder = decoders.find(({ id }) => id === chosen.value) ?? decoders[0]!;
  const decode = async (text: string) => {
    busy.value = true;
    lines.value = await running.decode(decoder.id, text);
    busy.value = false;
  };
  const choose = (id: string) => {
    chosen.value = id;
    input.value = decoders.find((one) => one.id === id)!.sample;
    lines.value = undefined;
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void decode(input.peek());
      }}
    >
      {decoders.length > 1 && (
        <ChoiceField
          id="tool-decoder"
          label={say("tools.decoder")}
          choices={decoders.map(({ id }) => id)}
          words={(id) => decoders.find((one) => one.id === id)!.label}
          value={decoder.id}
          set={choose}
        />
      )}
      {decoder.kind === "photo"
        ? (
          <>
            <FileTile
              id="tool-photo"
              icon="search"
              label={decoder.label}
              accept="image/*"
              disabled={busy.value}
              describedBy="tool-photo-what"
              take={({ files }) => {
                const [file] = files ?? [];
                if (file) void smaller(file).then(decode);
              }}
            />
            <p class="soft" id="tool-photo-what">{say("tools.may.decoder")}</p>
          </>
        )
        : (
          <>
            <TextField
              id="tool-input"
              label={decoder.label}
              value={input}
              rows={decoder.kind === "line" ? 2 : 5}
              placeholder={decoder.placeholder}
              code
            />
            <Button kind="main" submit disabled={busy.value}>{say("tools.decode")}</Button>
          </>
        )}
      {lines.value && <Answer lines={lines.value} />}
    </form>
  );
}

/** Longest side of a photo that a tool is given: what it takes is at most a megabyte of text. */
const LARGEST = 1600;
/** A photo as a data address, no larger than need be. */
async function smaller(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file),
    scale = Math.min(1, LARGEST / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext("2d")!.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/jpeg", 0.85);
}
