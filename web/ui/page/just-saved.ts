import { useEffect, useState } from 'react';
import { queryClient } from '#web/ground/api/query-client.ts';

/** A mark later than this would point at something that the person no longer thinks of. */
const SHOWN_MS = 10_000;

const queryKey = ['just-saved'];
queryClient.setQueryDefaults(queryKey, { gcTime: SHOWN_MS });

/** Remembers the record that a form on a page of its own has saved, for the screen that comes next. */
export function noteSaved(id: string | null): void {
  forgetSaved();
  if (id !== null) queryClient.setQueryData(queryKey, id);
}

export function justSaved(): string | null {
  return queryClient.getQueryData<string>(queryKey) ?? null;
}

/** The screen has shown it. */
export function forgetSaved(): void {
  queryClient.removeQueries({ queryKey });
}

/** Whether what renders is the record just saved; only the first that shows it marks it. */
export function useJustSaved(id: string): boolean {
  const [isSaved] = useState(() => justSaved() === id);
  useEffect(() => {
    if (isSaved) forgetSaved();
  }, [isSaved]);
  return isSaved;
}
