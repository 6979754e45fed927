/** What tells of something that waits, was done, is coming, or is not there. */
import type { ComponentChildren } from "preact";
import { signal } from "@preact/signals";
import { Icon, type IconName } from "../icons/icon.tsx";

/** One line about what waits for somebody; one at a time. `calm`: nobody has to do anything. */
export const Banner = ({ icon, calm, action, children }: {
  icon: IconName;
  calm?: boolean;
  action?: ComponentChildren;
  children: ComponentChildren;
}) => (
  <div class={calm ? "banner banner-calm" : "banner"}>
    <Icon name={icon} />
    <span class="banner-words">{children}</span>
    {action}
  </div>
);

/** Nothing to show: a drawing, what is so, one way on. */
export const Empty = ({ icon, action, children }: {
  icon: IconName;
  action?: ComponentChildren;
  children: ComponentChildren;
}) => (
  <div class="empty">
    <Icon name={icon} />
    <p>{children}</p>
    {action}
  </div>
);

/** Stands where rows will come, as high as they will be, so that nothing moves then. `label` says that they come. */
export const Skeleton = ({ rows, label }: { rows: number; label: string }) => (
  <div class="skeleton" role="status" aria-label={label}>
    {Array.from({ length: rows }, (_, at) => (
      <div key={at} class="entry">
        <i class="skel skel-disc" />
        <span class="entry-words">
          <i class="skel" />
          <i class="skel skel-short" />
        </span>
      </div>
    ))}
  </div>
);

interface Notice {
  words: string;
  action?: { words: string; do: () => void } | undefined;
}
/** What is said at present. */
export const said = signal<Notice | undefined>(undefined);

/** Says in passing what was done, and offers the way back. The last one stands; a page's own state does not depend on it. */
export function sayInPassing(words: string, action?: Notice["action"]): void {
  said.value = { words, action };
}

/** Takes it away. */
export const endSaying = (): void => {
  said.value = undefined;
};

/** Where it stands: once in the frame. Read out as it comes, and never takes the focus. */
export const Toast = () => {
  const now = said.value;
  return (
    <div class="toasts" role="status">
      {now && (
        <p class="toast">
          <span>{now.words}</span>
          {now.action && (
            <button
              type="button"
              onClick={() => {
                now.action!.do();
                endSaying();
              }}
            >
              {now.action.words}
            </button>
          )}
        </p>
      )}
    </div>
  );
};
