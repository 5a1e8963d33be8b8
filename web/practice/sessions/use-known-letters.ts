import { useQuery } from '@tanstack/react-query';
import { isToldElsewhere, type KnownLetters, type ToldSession } from '#web/practice/sessions/letter-of-session.ts';
import { toldQuery } from '#web/practice/letters/told.ts';
import { sessionLettersQuery } from '#web/practice/sessions/queries.ts';

/** Queries the letters about a session if its client gets any; null for a new one. */
export function useKnownLetters(session: (ToldSession & { id: string }) | null, goes: boolean): KnownLetters {
  const enabled = session !== null && goes;
  const id = session?.id ?? '';
  const letters = useQuery({ ...sessionLettersQuery(id), enabled }).data;
  const told = useQuery({ ...toldQuery([id]), enabled: enabled && isToldElsewhere(session) }).data;
  return { letters, isTold: told?.includes(id) };
}
