import { useEffect, useState } from 'react';
import { queryClient } from '#web/ground/api/query-client.ts';

/** After this time the person no longer looks for the saved record. */
const SHOWN_MS = 10_000;

const queryKey = ['just-saved'];
queryClient.setQueryDefaults(queryKey, { gcTime: SHOWN_MS });

/** Remembers the record that a form on its own page has saved, for the next screen. */
export function noteSaved(id: string | null): void {
  forgetSaved();
  if (id !== null) queryClient.setQueryData(queryKey, id);
}

export function justSaved(): string | null {
  return queryClient.getQueryData<string>(queryKey) ?? null;
}

/** Called once a screen has shown it. */
export function forgetSaved(): void {
  queryClient.removeQueries({ queryKey });
}

/** Whether the rendered record has just been saved; only the first component that asks gets true. */
export function useJustSaved(id: string): boolean {
  const [isSaved] = useState(() => justSaved() === id);
  useEffect(() => {
    if (isSaved) forgetSaved();
  }, [isSaved]);
  return isSaved;
}
