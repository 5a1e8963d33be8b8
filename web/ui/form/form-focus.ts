/** A busy device commits a state change some frames later; half a second is more than enough. */
const FRAMES_MAX = 30;

/** After a save with a conflict, focuses the decision, wherever the form is scrolled. */
export function focusDecision(): void {
  focusWhenRendered('form [data-decision] button');
}

/** After a refused submit, focuses the first field with an error. */
export function focusFirstError(): void {
  focusWhenRendered('form [aria-invalid="true"]');
}

function focusWhenRendered(selector: string, frames = FRAMES_MAX): void {
  requestAnimationFrame(() => {
    const found = document.querySelector<HTMLElement>(selector);
    if (found) found.focus();
    else if (frames > 1) focusWhenRendered(selector, frames - 1);
  });
}
