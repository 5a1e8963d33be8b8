declare module '@tanstack/react-router' {
  interface HistoryState {
    /** See `useDialogAddress`. */
    opener?: boolean;
  }
}

/** The tabs of a client's page, by their names in the address; the first one has none. */
export type ClientTab = 'sessions' | 'money' | 'data';

/** The link to a client's page (CARD-01). Back on that page returns to where the link was pressed. */
export function clientPage(id: string, tab?: ClientTab) {
  return {
    to: '/dashboard/clients/$clientId',
    params: { clientId: id },
    ...(tab && { search: { tab } }),
    state: { opener: true },
  } as const;
}
