/** A save that met a change of another window leads to what is to be decided, wherever the form is scrolled. */
export function focusDecision(): void {
  // What was read a moment ago is handed on after this event, and drawn with the paint after that.
  setTimeout(() =>
    requestAnimationFrame(() => document.querySelector<HTMLElement>('form [data-decision] button')?.focus()),
  );
}

/** After a refused submit the keyboard stands where there is something to mend: the first field with an error. */
export function focusFirstError(): void {
  // The errors of this very submit are drawn with the next paint.
  requestAnimationFrame(() => document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus());
}
