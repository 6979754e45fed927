/** What operators do about caches: adoptions, wrong places, and imports from other programmes. */
import { useSignal } from "@preact/signals";
import { say } from "../../ui/say.ts";
import { AdminFrame } from "../parts/frame.tsx";
import { Awards } from "./awards.tsx";
import { Adoptions } from "./adoptions.tsx";
import { CorrectPlace } from "./correct_place.tsx";
import { EveryCache } from "./every_cache.tsx";
import { ImportForm } from "./import_form.tsx";
import { ImportedPlaces } from "./imported_places.tsx";

export default function CachesPage() {
  const imports = useSignal(0);
  return (
    <AdminFrame title={say("page.admin_caches")}>
      {() => (
        <>
          <EveryCache />
          <Adoptions />
          <Awards />
          <CorrectPlace />
          <ImportForm after={() => imports.value++} />
          <ImportedPlaces imports={imports} />
        </>
      )}
    </AdminFrame>
  );
}
