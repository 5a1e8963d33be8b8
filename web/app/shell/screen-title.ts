import { useRouterState } from '@tanstack/react-router';

/** The title that its route gives the current screen; the home page has none. */
export function useScreenTitle(): string | undefined {
  return useRouterState({
    select: ({ matches }) => matches.findLast((match) => match.staticData.title)?.staticData.title,
  });
}
