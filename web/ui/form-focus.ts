/** After a refused submit the keyboard stands where there is something to mend: the first field with an error. */
export function focusFirstError(): void {
  // The errors of this very submit are drawn with the next paint.
  requestAnimationFrame(() => document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus());
}
