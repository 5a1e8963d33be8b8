/** A busy device renders what was just set some frames later; half a second is longer than that takes. */
const FRAMES_MAX = 30;

/** A save that met a change of another window leads to what is to be decided, wherever the form is scrolled. */
export function focusDecision(): void {
  focusWhenRendered('form [data-decision] button');
}

/** After a refused submit the keyboard stands where there is something to mend: the first field with an error. */
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
