/** The buttons that disable a cache for a while, enable it again, or archive it, which has to be confirmed. */
import { useSignal } from "@preact/signals";
import { Button } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";

export function StatusButtons({ status, disabled, set }: {
  status: string;
  disabled: boolean;
  set: (status: "active" | "disabled" | "archived") => void;
}) {
  const sure = useSignal(false);
  return (
    <section>
      <h2>{say("edit.status")}</h2>
      <p class="soft">
        {say(
          status === "active"
            ? "edit.status.active"
            : status === "disabled"
            ? "edit.status.disabled"
            : status === "draft"
            ? "edit.status.draft"
            : "edit.status.archived",
        )}
      </p>
      {status === "active"
        ? <Button disabled={disabled} onClick={() => set("disabled")}>{say("edit.disable")}</Button>
        : <Button disabled={disabled} onClick={() => set("active")}>{say("edit.enable")}</Button>}
      {status !== "archived" && !sure.value && (
        <Button disabled={disabled} onClick={() => sure.value = true}>{say("edit.archive")}</Button>
      )}
      {sure.value && status !== "archived" && (
        <div class="notice" role="alert">
          <p>{say("edit.archive.what")}</p>
          <Button
            kind="bad"
            disabled={disabled}
            onClick={() => {
              sure.value = false;
              set("archived");
            }}
          >
            {say("edit.archive.sure")}
          </Button>
          <Button onClick={() => sure.value = false}>{say("edit.archive.not")}</Button>
        </div>
      )}
    </section>
  );
}
