/** When the signed-in person found a cache, as its log book says; `undefined` where it does not, or is not read yet. */
import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../phone/app.ts";
import { routeTo } from "../phone/wire/routes.ts";

/** `found`: that they have. Only then is the log book read. */
export function useOwnFind(code: string, found: boolean): ReadonlySignal<number | undefined> {
  const { reader, call } = useApp();
  const at = useSignal<number | undefined>(undefined);
  useEffect(() => {
    if (!found) return;
    void reader.read(routeTo("GET /api/caches/:id/logs", { params: { id: code } }), ({ value }) => {
      const own = value.logs.find(({ kind, author }) => kind === "found" && author.call === call.peek());
      if (own) at.value = own.foundAt;
    });
  }, [code, found]);
  return at;
}
