/** A tile that takes files: the browser's own field for them says what no file is called, so the whole tile is that field. */
import { Icon, type IconName } from "../icons/icon.tsx";

/** `take` is called with the field, which holds what was chosen. */
export const FileTile = ({ id, icon, label, accept, disabled, describedBy, take }: {
  id: string;
  icon: IconName;
  label: string;
  accept: string;
  disabled: boolean;
  /** The id of what says more of it. */
  describedBy: string;
  take: (field: HTMLInputElement) => void;
}) => (
  <label class="file-tile">
    <Icon name={icon} />
    {label}
    <input
      id={id}
      type="file"
      accept={accept}
      multiple
      disabled={disabled}
      aria-describedby={describedBy}
      onChange={({ currentTarget }) => take(currentTarget)}
    />
  </label>
);
