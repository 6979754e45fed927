/** The pages below `/admin/neighbours/`: three with names of their own; any other name is that of a neighbour. */
import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { Moment } from "../../ui/parts.tsx";
import { usePart } from "../../ui/use_part.ts";

const NAMED: Readonly<Record<string, () => Promise<{ default: ComponentType }>>> = {
  add: () => import("./add_page.tsx"),
  exchange: () => import("./exchange_page.tsx"),
  identity: () => import("./identity_page.tsx"),
};

export default function PartPage({ part }: { part: string }) {
  const load = Object.hasOwn(NAMED, part) ? NAMED[part] : undefined;
  const Peer = usePart(() => import("./peer_page.tsx"), !load)?.default;
  if (load) return <Named key={part} load={load} />;
  return Peer ? <Peer key={part} peer={part} /> : <Moment />;
}

function Named({ load }: { load: () => Promise<{ default: ComponentType }> }) {
  const loaded = useSignal<{ Page: ComponentType } | undefined>(undefined);
  useEffect(() => void load().then((file) => loaded.value = { Page: file.default }, () => {}), []);
  const Page = loaded.value?.Page;
  return Page ? <Page /> : <Moment />;
}
