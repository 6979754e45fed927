/** The club's logo: as it is drawn now, another one, or none. */
import { useSignal } from "@preact/signals";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { FileField } from "../../ui/look/file_tile.tsx";
import { routeTo } from "../../phone/wire/routes.ts";
import { Danger } from "../parts/danger.tsx";
import { tell } from "../tell.ts";

export function ClubLogo() {
  const { gateway } = useApp();
  const doing = useDoing();
  /** How often it was changed here: the picture is fetched anew. */
  const nth = useSignal(0), has = useSignal(isDrawn()), said = useSignal("");
  const put = (file: File) =>
    doing.run(async () => {
      said.value = "";
      const bytes = new Uint8Array(await file.arrayBuffer());
      const answer = await gateway.ask("PUT", routeTo("PUT /api/admin/club/logo"), bytes);
      if (answer.ok) {
        has.value = true;
        nth.value++;
        said.value = tell("club.logo.done");
      }
      return answer;
    });
  return (
    <details class="setting-group" id="club-logo-group" open={location.hash === "#club-logo-group"}>
      <summary>
        <span>{tell("club.logo")}</span>
      </summary>
      <p class="soft">{tell("club.logo.what")}</p>
      {has.value && (
        <img
          class="club-logo"
          src={`/club/logo.png?n=${nth.value}`}
          alt={tell("club.logo.is")}
          onError={() => has.value = false}
        />
      )}
      <FileField
        id="club-logo"
        label={tell("club.logo.file")}
        hint={tell("club.logo.hint")}
        accept="image/png,image/jpeg,image/webp,image/svg+xml"
        disabled={doing.busy.value}
        take={({ files }) => files?.[0] && void put(files[0])}
      />
      <p role="status">{said.value}</p>
      <Problem of={doing} />
      {has.value && (
        <Danger
          id="club-logo-drop"
          label={tell("club.logo.drop")}
          touches={[tell("club.logo.drop.what")]}
          act={() => gateway.ask("DELETE", routeTo("DELETE /api/admin/club/logo"))}
          done={tell("club.logo.dropped")}
          after={() => {
            has.value = false;
            return Promise.resolve();
          }}
        />
      )}
    </details>
  );
}

/** Whether the head of this page bears it: then the gateway has one. */
function isDrawn(): boolean {
  const head = document.querySelector(".top .logo");
  return head !== null && getComputedStyle(head).backgroundImage.includes("/club/logo.png");
}
