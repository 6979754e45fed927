/**
 * What takes files of this device. The browser's own field for them has words of its own, in the browser's language, and says
 * what no file is called: a tile or a button stands in its place, and the field lies unseen over all of it.
 */
import { useSignal } from "@preact/signals";
import { Icon, type IconName } from "../icons/icon.tsx";

interface Takes {
  id: string;
  label: string;
  accept?: string;
  disabled?: boolean;
  /** Is called with the field, which holds what was chosen; to empty it once that is read. */
  take: (field: HTMLInputElement) => void;
}

/** A tile, for a page on which files are the thing. `wide`: it has the width of the page, and more than one line of words. */
export const FileTile = ({ icon, label, wide, describedBy, disabled, take, one, ...field }: Takes & {
  icon: IconName;
  wide?: boolean;
  /** It takes one file at a time. */
  one?: boolean;
  /** The id of what says more of it. */
  describedBy: string;
}) => (
  <label class={wide ? "file-tile file-tile-wide" : "file-tile"}>
    <Icon name={icon} />
    {label}
    <input
      {...field}
      type="file"
      multiple={!one}
      disabled={disabled}
      aria-describedby={describedBy}
      onChange={({ currentTarget }) => take(currentTarget)}
    />
  </label>
);

/** A button in a form, which its `label` names. `holds`, or `required`: the form has the file until it is sent, and says what it is called. */
export function FileField({ id, label, hint, required, holds = required, take, ...field }: Takes & {
  hint?: string | undefined;
  holds?: boolean;
  multiple?: boolean;
  required?: boolean;
}) {
  const names = useSignal("");
  return (
    <div class="field">
      <label class="button file-button">
        <Icon name="plus" />
        {label}
        <input
          {...field}
          id={id}
          type="file"
          required={required}
          aria-describedby={hint && `${id}-hint`}
          onChange={({ currentTarget }) => {
            names.value = holds ? [...currentTarget.files ?? []].map(({ name }) => name).join(", ") : "";
            take(currentTarget);
          }}
        />
      </label>
      {holds && <span class="soft" role="status">{names.value}</span>}
      {hint && <p class="soft" id={`${id}-hint`}>{hint}</p>}
    </div>
  );
}
