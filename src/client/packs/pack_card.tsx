/** A pack: what it has, how old it is, and what can be done with it. */
import { useSignal } from "@preact/signals";
import { useApp } from "../phone/app.ts";
import { Explained } from "../ui/explained.tsx";
import { useReachedAt } from "../phone/passed/reached_at.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { AskOnce, Button, Notice } from "../ui/parts.tsx";
import { Qr } from "../ui/qr/qr.tsx";
import { say, sayRefusal } from "../ui/say.ts";
import { sayAgo, sayBytes, sayLater } from "../ui/times.ts";
import type { Pack } from "../phone/packs/pack.ts";

export function PackCard({ pack }: { pack: Pack }) {
  const { packs, gateway } = useApp();
  const shared = useSignal(false),
    busy = useSignal(false),
    unreached = useSignal(false);
  const { grid, count, bytes, total, whole, checkedAt } = pack;
  const coming = packs.bringing.value?.grid === grid ? packs.bringing.value.bytes : undefined;
  const trouble = packs.trouble.value?.grid === grid ? packs.trouble.value.refused : undefined;
  const here = coming ?? bytes.caches + bytes.images + (bytes.sounds ?? 0) + bytes.map;
  const refresh = async () => {
    busy.value = true;
    unreached.value = !await packs.refreshNow(grid);
    busy.value = false;
  };
  return (
    <li class="pack-card" data-state={whole ? "whole" : "partly"}>
      <p>
        <strong class="code">{grid}</strong> {say("packs.caches", { n: count })} ·{" "}
        {sayBytes(whole ? here : total)}
      </p>
      {whole && (
        <p class="go">
          <Icon name="check" /> {say("packs.ready")}
        </p>
      )}
      <p class="soft">{say("packs.age", { ago: sayAgo(checkedAt, gateway.now()) })}</p>
      <p>
        <a href="/print/radio">{say("print.card")}</a>
      </p>
      {!whole && (
        <p role="status">
          <progress max={total} value={here} aria-label={say("packs.progress", { pack: grid })} /> {say(
            coming !== undefined ? "packs.coming" : packs.awaitsWifi(grid) ? "packs.later" : "packs.paused",
            {
              here: sayBytes(here),
              total: sayBytes(total),
            },
          )}
        </p>
      )}
      {unreached.value && <Notice>{say("packs.unreachable")}</Notice>}
      {trouble === "full" && <Notice>{say("packs.full")}</Notice>}
      {trouble && trouble !== "full" && trouble.refused && (
        <Notice>
          {sayLater(trouble, gateway.now()) ?? sayRefusal(trouble)} <Explained reason={trouble.reason} />
        </Notice>
      )}
      <div class="buttons">
        <Button onClick={() => void refresh()} disabled={busy.value || coming !== undefined}>
          {say("packs.refresh")}
        </Button>
        <Button aria-expanded={shared.value} onClick={() => shared.value = !shared.value}>
          {say("packs.share")}
        </Button>
        <AskOnce
          words={say("packs.remove")}
          what={say("packs.remove.what", { pack: grid })}
          sure={say("packs.remove.do")}
          act={() => void packs.remove(grid)}
        />
      </div>
      {shared.value && <Shared grid={grid} />}
    </li>
  );
}

/** The code that another device scans to take the same square. */
function Shared({ grid }: { grid: string }) {
  const address = `${useReachedAt()}/packs?take=${grid}`;
  return (
    <>
      <p>{say("packs.share.how")}</p>
      <Qr text={address} label={say("packs.share.code", { pack: grid })} />
      <p class="code">{address}</p>
    </>
  );
}
