/** In frames: a busy device commits a state change some frames later; half a second is more than enough. */
const FRAMES_MAX = 30;

/** After a save with a conflict, focuses the choice between the two versions, wherever the form is scrolled. */
export function focusDecision(): void {
  focusWhenRendered('form [data-decision] button');
}

/** After a refused submit, focuses the first field with an error, whose text is an alert. */
export function focusFirstError(): void {
  const error = document.getElementById(`${document.activeElement?.id}-error`);
  const words = error?.textContent;
  focusWhenRendered('form [aria-invalid="true"]', () => {
    // If the same error appears again, a screen reader notices no change: inserting the element again makes it read the
    // text.
    if (error?.isConnected && error.textContent === words) error.replaceWith(error);
  });
}

function focusWhenRendered(selector: string, then?: () => void, frames = FRAMES_MAX): void {
  requestAnimationFrame(() => {
    const found = document.querySelector<HTMLElement>(selector);
    if (!found) {
      if (frames > 1) focusWhenRendered(selector, then, frames - 1);
      return;
    }
    found.focus();
    then?.();
  });
}
