/** A field for a large file, sent in pieces: how far it has come, going on with one that was cut off, and giving it up. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { useRead } from "../../phone/use_read.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { FileField } from "../../ui/look/file_tile.tsx";
import { Button } from "../../ui/parts.tsx";
import { sayBytes } from "../../ui/times.ts";
import { tell } from "../tell.ts";
import { digestOf } from "./digest.ts";
import { isSame, sendFile, type Source, type Upload } from "./send_file.ts";

/** `whole`: told of the upload once it is there, also of one that was there before; draws what can be done with it. */
export function UploadFile({ id, purpose, label, hint, accept, whole }: {
  id: string;
  purpose: Upload["for"];
  label: string;
  hint: string;
  accept: string;
  whole: (upload: Upload) => ComponentChildren;
}) {
  const { gateway, world } = useApp();
  const doing = useDoing();
  const read = useRead(routeTo("GET /api/admin/uploads"));
  const sent = useSignal<Upload | undefined>(undefined), isOther = useSignal(false);
  const page = useRef(new AbortController());
  useEffect(() => () => page.current.abort(), []);
  const [waiting] = read.known.value?.value.uploads ?? [], piece = read.known.value?.value.piece;
  const upload = doing.busy.value ? sent.value : waiting;
  const now = async (id: string) => {
    const answer = await gateway.get(routeTo("GET /api/admin/uploads"));
    return answer.ok ? answer.value.uploads.find((one) => one.id === id) : undefined;
  };
  const wait = (seconds: number) =>
    new Promise<boolean>((go) => {
      const { signal } = page.current;
      world.later(() => go(!signal.aborted), seconds * 1000);
      signal.addEventListener("abort", () => go(false), { once: true });
    });
  const send = (file: Source) =>
    doing.run(async () => {
      isOther.value = false;
      let from = waiting;
      if (from && !await isSame(file, from, digestOf)) {
        isOther.value = true;
        return { ok: true, value: undefined, status: 200 };
      }
      if (!from) {
        const begun = await gateway.ask("POST", routeTo("POST /api/admin/uploads"), {
          for: purpose,
          name: file.name.slice(0, 200),
          bytes: file.size,
        });
        if (!begun.ok) return begun;
        from = begun.value;
      }
      sent.value = from;
      const answer = await sendFile(file, from, piece!, {
        put: ({ id, received }, bytes, sha256) =>
          gateway.ask(
            "PUT",
            routeTo("PUT /api/admin/uploads/:id", { params: { id }, query: { offset: received, sha256 } }),
            bytes,
            undefined,
            page.current.signal,
          ),
        now,
        digest: digestOf,
        wait,
        told: (upload) => sent.value = upload,
      });
      await read.again();
      return answer;
    });
  const remove = () =>
    doing.run(() => {
      isOther.value = false;
      return gateway.ask("DELETE", routeTo("DELETE /api/admin/uploads/:id", { params: { id: waiting!.id } }));
    });
  if (piece === undefined) return null;
  const others = waiting && waiting.for !== purpose;
  const isWhole = upload && upload.received === upload.bytes && !doing.busy.value;
  return (
    <>
      {!isWhole && !others && (
        <FileField
          id={id}
          label={label}
          hint={waiting ? tell("upload.same", { name: waiting.name }) : hint}
          accept={accept}
          disabled={doing.busy.value}
          take={({ files }) => files?.[0] && void send(files[0])}
        />
      )}
      {upload && !isWhole && !others && (
        <>
          <progress
            aria-label={tell("upload.sending", { name: upload.name })}
            value={upload.received}
            max={upload.bytes}
          />
          <p role="status">
            {tell(doing.busy.value ? "upload.so_far" : "upload.waits", {
              name: upload.name,
              done: sayBytes(upload.received),
              all: sayBytes(upload.bytes),
            })}
          </p>
        </>
      )}
      {isOther.value && <p class="bad" role="alert">{tell("upload.other", { name: waiting?.name ?? "" })}</p>}
      {others && <p>{tell("upload.others", { name: waiting.name })}</p>}
      {isWhole && !others && whole(upload)}
      <Problem of={doing} />
      {waiting && !doing.busy.value && (
        <Button onClick={() => void remove()}>{tell("upload.remove", { name: waiting.name })}</Button>
      )}
    </>
  );
}
