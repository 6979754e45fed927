/** What fills the disk, by kind: as one bar and as a table. */
import { sayBytes } from "../../ui/times.ts";
import { Table } from "../parts/table.tsx";
import { isTold, tell } from "../tell.ts";

/** What the gateway says of its disk, in bytes. */
interface DiskUse {
  free: number | null;
  kinds: { kind: string; bytes: number; files: number }[];
  more: boolean;
}

/** How many kinds have a shade of their own in the bar; all smaller ones share the last shade. */
const SHADES = 5;
const WIDTH = 600, HEIGHT = 28;

const sayKind = (kind: string): string => {
  const key = `disk.${kind}`;
  return isTold(key) ? tell(key) : kind;
};

export function Disk({ disk }: { disk: DiskUse | undefined }) {
  if (!disk) return null;
  const used = disk.kinds.reduce((sum, { bytes }) => sum + bytes, 0);
  const whole = Math.max(1, used + (disk.free ?? 0));
  let x = 0;
  const parts = disk.kinds.map(({ kind, bytes }, i) => {
    const part = { kind, shade: Math.min(i, SHADES - 1), x, width: bytes / used * WIDTH || 0 };
    x += part.width;
    return part;
  });
  return (
    <section>
      <h2>{tell("disk.title")}</h2>
      <p>
        {disk.free === null
          ? tell("disk.used", { used: sayBytes(used) })
          : tell("disk.used.of", { used: sayBytes(used), free: sayBytes(disk.free) })}
      </p>
      {disk.free !== null && (
        <meter min={0} max={whole} value={used} aria-label={tell("disk.meter")}>{sayBytes(used)}</meter>
      )}
      <svg
        class="disk"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={tell("disk.drawn")}
      >
        {parts.map(({ kind, shade, x, width }) => (
          <rect key={kind} class={`disk-${shade}`} x={x} y="0" width={width} height={HEIGHT}>
            <title>{sayKind(kind)}</title>
          </rect>
        ))}
      </svg>
      <Table
        label={tell("disk.title")}
        rows={disk.kinds.map((one, i) => ({ ...one, shade: Math.min(i, SHADES - 1) }))}
        keyOf={({ kind }) => kind}
        empty={tell("disk.empty")}
        columns={[
          {
            id: "kind",
            label: tell("disk.kind"),
            by: ({ kind }) => sayKind(kind),
            cell: ({ kind, shade }) => (
              <>
                <svg class="disk-key" viewBox="0 0 10 10" aria-hidden="true">
                  <rect class={`disk-${shade}`} width="10" height="10" />
                </svg>{" "}
                {sayKind(kind)}
              </>
            ),
          },
          {
            id: "size",
            label: tell("ground.size"),
            by: ({ bytes }) => bytes,
            cell: ({ bytes }) => sayBytes(bytes),
          },
          { id: "files", label: tell("disk.files"), by: ({ files }) => files, cell: ({ files }) => files },
          {
            id: "share",
            label: tell("disk.share"),
            cell: ({ bytes }) => tell("disk.percent", { n: used === 0 ? 0 : Math.round(100 * bytes / used) }),
          },
        ]}
      />
      {disk.more && <p class="soft">{tell("disk.more")}</p>}
    </section>
  );
}
