/** Own finds of other sites, out of a file: private, so that what is not found yet is right from the first day. */
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { useRead } from "../../phone/use_read.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { FileField } from "../../ui/fields.tsx";
import { AskOnce } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";

export function FoundElsewhere({ account }: { account: string }) {
  const { gateway } = useApp(), doing = useDoing();
  const { known, again } = useRead(routeTo("GET /api/my/finds-elsewhere"));
  const kept = known.value?.value.kept ?? 0;
  const take = async (field: HTMLInputElement) => {
    const file = field.files?.[0];
    if (!file) return;
    await doing.run(async () =>
      gateway.ask(
        "POST",
        routeTo("POST /api/my/finds-elsewhere"),
        new Uint8Array(await packed(file).arrayBuffer()),
        account,
      )
    );
    field.value = "";
    await again();
  };
  const drop = () =>
    void doing.run(() => gateway.ask("DELETE", routeTo("DELETE /api/my/finds-elsewhere"), undefined, account))
      .then(again);
  return (
    <section>
      <h2>{say("elsewhere.title")}</h2>
      <p class="soft">{say("elsewhere.what")}</p>
      <FileField
        id="elsewhere-file"
        label={say("elsewhere.file")}
        accept=".gpx,.zip,.gz,application/gpx+xml,application/zip"
        disabled={doing.busy.value}
        take={(field) => void take(field)}
      />
      <p role="status">{kept > 0 && say("elsewhere.kept", { n: kept })}</p>
      {kept > 0 && (
        <AskOnce
          words={say("elsewhere.drop")}
          label={say("elsewhere.drop")}
          what={say("elsewhere.drop.what")}
          sure={say("elsewhere.drop.do")}
          disabled={doing.busy.value}
          act={drop}
        />
      )}
      <Problem of={doing} />
    </section>
  );
}

/** GPX is packed on the way: a file of a hundred megabytes is a tenth of that then. */
const packed = (file: File): Response =>
  new Response(
    /\.(zip|gz)$/i.test(file.name) ? file : file.stream().pipeThrough(
      new CompressionStream("gzip") as ReadableWritablePair<Uint8Array, Uint8Array>,
    ),
  );
