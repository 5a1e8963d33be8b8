import { hasCode, statusOf } from '#web/ground/api/errors.ts';
import { readAgain } from '#web/ground/api/read-again.ts';
import { returnRequest } from '#web/practice/booking/actions.ts';
import { type Press, sayTakenBack } from '#web/practice/letters/settling.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

/**
 * Undoes a rejection if the time is still free, so that the request waits again. With `press`, the press that rejected
 * it, a toast reports the undo. Resolves to true on success.
 */
export function useReturnRequest(): (id: string, press?: Press) => Promise<boolean> {
  return async (id, press) => {
    toast.dismissErrors();
    const given = await returnRequest(id).then(() => true, tellWhyNot);
    if (given && press) toast.success(sayTakenBack('Заявка снова ждёт ответа', press));
    await readAgain(['booking']);
    return given;
  };
}

function tellWhyNot(error: unknown): false {
  if (statusOf(error) === 404) toast.error('Бронирование не найдено');
  else if (hasCode(error, 'date', 'slot_taken')) {
    toast.info('Это\u00A0время уже занято, поэтому заявка осталась в\u00A0истории.');
  } else failureToast('Не\u00A0удалось вернуть заявку', error);
  return false;
}
