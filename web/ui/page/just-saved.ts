let saved: string | null = null;

/** Remembers the record that a form on a page of its own has saved, for the list that comes next. */
export function noteSaved(id: string | null): void {
  saved = id;
}

export function justSaved(): string | null {
  return saved;
}

/** The list has shown it. */
export function forgetSaved(): void {
  saved = null;
}
