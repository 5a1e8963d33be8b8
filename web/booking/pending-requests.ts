import { queryOptions } from '@tanstack/react-query';
import { pb } from '#web/api/client.ts';

/** How many requests wait for an answer: the pill in the menu, the landing, the heading «Новые заявки». */
export function pendingRequestsQuery() {
  return queryOptions({
    queryKey: ['booking', 'pending-count'],
    queryFn: async ({ signal }) => {
      const page = await pb.collection('booking').getList(1, 1, { filter: "status = 'pending'", fields: 'id', signal });
      return page.totalItems;
    },
  });
}
