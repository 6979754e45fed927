/** What operators do about caches: adoptions, wrong places, and imports from other programmes. */
import { useSignal } from "@preact/signals";
import { say } from "../../ui/say.ts";
import { usePart } from "../../ui/use_part.ts";
import { AdminFrame } from "../parts/frame.tsx";
import { Lately } from "../parts/lately.tsx";
import { Awards } from "./awards.tsx";
import { Adoptions } from "./adoptions.tsx";
import { CorrectPlace } from "./correct_place.tsx";
import { EveryCache } from "./every_cache.tsx";

export default function CachesPage() {
  const imports = useSignal(0), form = usePart(() => import("./import_form.tsx"));
  const places = usePart(() => import("./imported_places.tsx"));
  return (
    <AdminFrame title={say("page.admin_caches")}>
      {() => (
        <>
          <EveryCache />
          <Lately of={["finds"]} />
          <Adoptions />
          <Awards />
          <CorrectPlace />
          {form && <form.ImportForm after={() => imports.value++} />}
          {places && <places.ImportedPlaces imports={imports} />}
        </>
      )}
    </AdminFrame>
  );
}
