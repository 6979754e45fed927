/** Round controls: what floats over a map, and a page's small tools. The drawing is seen, its word is heard. */
import type { ComponentChildren, JSX } from "preact";
import { Icon, type IconName } from "../icons/icon.tsx";

type RoundProps = Omit<JSX.IntrinsicElements["button"], "class" | "type" | "icon"> & {
  icon: IconName;
  children: string;
};

/** A round button. */
export const Round = ({ icon, children, ...rest }: RoundProps) => (
  <button type="button" class="round" title={children} {...rest}>
    <Icon name={icon} />
    <span class="unseen">{children}</span>
  </button>
);

/** The same as a link. */
export const RoundLink = ({ icon, href, children }: { icon: IconName; href: string; children: string }) => (
  <a class="round" href={href} title={children}>
    <Icon name={icon} />
    <span class="unseen">{children}</span>
  </a>
);

/** Controls that belong together, one below the other over a map. */
export const RoundGroup = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <div class="rounds" role="group" aria-label={label}>{children}</div>
);

/** One of several marks that stand around a spot of a map; `on`: it is the one that is shown. */
export const RoundMark = ({ name, on, onClick, children }: {
  name: string;
  on: boolean;
  onClick: () => void;
  children: ComponentChildren;
}) => (
  <button
    type="button"
    class="round round-mark"
    aria-label={name}
    aria-pressed={on}
    title={name}
    onClick={onClick}
  >
    {children}
  </button>
);
