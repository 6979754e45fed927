/** The line that allows private addresses: written by the gateway where it owns its file, else to be copied there. */
import { freshly } from "../../account/sign_in/fresh.ts";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { useRead } from "../../phone/use_read.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { CopyText } from "../../ui/copy_text.tsx";
import { Button } from "../../ui/parts.tsx";
import { Restart } from "../settings/restart.tsx";
import { tell } from "../tell.ts";

const KEY = "FED_ALLOW_PRIVATE";

export function AllowPrivate() {
  const app = useApp();
  const doing = useDoing();
  const { known, again } = useRead(routeTo("GET /api/admin/settings"));
  const environment = known.value?.value.environment;
  const setting = environment?.settings.find(({ key }) => key === KEY);
  const write = async () => {
    const path = routeTo("PUT /api/admin/host/:key", { params: { key: KEY } });
    if (await doing.run(() => freshly(app, () => app.gateway.ask("PUT", path, { value: "1" })))) {
      await again();
    }
  };
  if (setting?.pending) {
    return <Restart names={[setting.label]} can={environment!.restart} again={again} />;
  }
  if (setting?.value === "1") return <p role="status">{tell("peers.add.private.allowed")}</p>;
  return (
    <>
      <CopyText text={`${KEY}=1`} what={KEY} />
      {setting?.writable && (
        <Button disabled={doing.busy.value} onClick={() => void write()}>
          {tell("peers.add.private.write")}
        </Button>
      )}
      <Problem of={doing} />
    </>
  );
}
