import { errorText, fieldErrors, isRefusal } from '#web/ground/api/errors.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { ErrorState } from '#web/ui/page/StateCard.tsx';

/** What to correct, by the refused field. */
const REFUSED: Record<string, string> = {
  client: 'Клиент не\u00A0найден, возможно, его удалили.',
  session: 'Эту сессию удалили, или она уже повторяется.',
  start: 'Проверьте дату начала: серия начинается сегодня или позже, но\u00A0не\u00A0позже чем через год.',
  until: 'Проверьте последний день: он\u00A0не\u00A0раньше начала, а\u00A0сессий в\u00A0серии не\u00A0больше 520.',
  count: 'Проверьте число сессий: от\u00A01 до\u00A0520.',
  duration: 'Проверьте продолжительность.',
  every_weeks: 'Проверьте, как часто повторять.',
};

interface PreviewFailureProps {
  error: Error;
  onRetry: () => void;
}

/** Names the fields to correct if the server refused them; any other failure can be retried. */
export function PreviewFailure({ error, onRetry }: PreviewFailureProps) {
  if (!isRefusal(error)) {
    return <ErrorState title="Не&nbsp;удалось проверить даты" onRetry={onRetry} />;
  }
  const texts = Object.keys(fieldErrors(error)).flatMap((field) => REFUSED[field] ?? []);
  return (
    <InlineBox kind="error" title="Показать даты не&nbsp;получилось.">
      {texts[0] ?? errorText(error, 'Вернитесь к\u00A0форме и\u00A0проверьте её.')}
    </InlineBox>
  );
}
