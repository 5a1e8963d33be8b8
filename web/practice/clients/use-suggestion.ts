import { useEffect, useEffectEvent } from 'react';
import type { ClientForm } from '#domain/clients/client.ts';
import type { DraftStore } from '#web/practice/record-form/draft-store.ts';
import { toast } from '#web/ui/toast/toast.ts';

/** Fills an opened form with the suggested values. A stored draft of another client is replaced, with an undo. */
export function useSuggestion(draft: DraftStore<ClientForm>, opened: boolean, suggested: Partial<ClientForm>): void {
  const fill = useEffectEvent((name: string, phone: string) => {
    const before = draft.values;
    const own = before.name.startsWith(name) && before.phone.startsWith(phone);
    const kept = draft.isUnsaved();
    if (kept && own) return;
    draft.forget();
    draft.prefill({ ...(name && { name }), ...(phone && { phone }) });
    if (!kept) return;
    const back = () => draft.change(before);
    toast.info('Черновик другого клиента убран', { undo: { text: 'Вернуть', onPress: back } });
  });
  useEffect(() => {
    if (opened) fill(suggested.name ?? '', suggested.phone ?? '');
  }, [opened, suggested.name, suggested.phone]);
}
