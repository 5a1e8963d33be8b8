import { useRouterState } from '@tanstack/react-router';

/** The title that the current route sets; the home page has none. */
export function useScreenTitle(): string | undefined {
  return useRouterState({
    select: ({ matches }) => matches.findLast((match) => match.staticData.title)?.staticData.title,
  });
}
