import { useEffect, useState } from 'react';

/** A mark later than this would point at something that the person no longer thinks of. */
const SHOWN_MS = 10_000;

let saved: { id: string; at: number } | null = null;

/** Remembers the record that a form on a page of its own has saved, for the screen that comes next. */
export function noteSaved(id: string | null): void {
  saved = id === null ? null : { id, at: performance.now() };
}

export function justSaved(): string | null {
  return saved && performance.now() - saved.at < SHOWN_MS ? saved.id : null;
}

/** The screen has shown it. */
export function forgetSaved(): void {
  saved = null;
}

/** Whether what renders is the record just saved; only the first that shows it marks it. */
export function useJustSaved(id: string): boolean {
  const [isSaved] = useState(() => justSaved() === id);
  useEffect(() => {
    if (isSaved) forgetSaved();
  }, [isSaved]);
  return isSaved;
}
