/** What can be switched on and off at once, one under the other: a drawing, a name, one quiet line, and the switch. */
import { Icon, type IconName } from "../icons/icon.tsx";

export const SwitchRow = ({ icon, name, line, on, disabled, set }: {
  icon: IconName;
  name: string;
  line?: string | undefined;
  on: boolean;
  disabled?: boolean;
  set: (on: boolean) => void;
}) => (
  <label class="switch-row">
    <span class="disc" aria-hidden="true">
      <Icon name={icon} />
      {""}
    </span>
    <span class="entry-words">
      <span class="entry-name">{name}</span>
      {line && <span class="entry-line">{line}</span>}
    </span>
    <input
      type="checkbox"
      role="switch"
      disabled={disabled}
      checked={on}
      onChange={({ currentTarget }) => set(currentTarget.checked)}
    />
  </label>
);
