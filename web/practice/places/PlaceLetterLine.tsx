import { type Silence, SilenceLine } from '#web/practice/letters/LetterLine.tsx';

interface PlaceLetterLineProps extends Silence {
  /** The client whose place it is; '' for the practice's, which concerns many. */
  to: string;
}

/**
 * Shows that clients who were notified of a meeting get a letter about a new place; with a switch to send none
 * (SESSION-17).
 */
export function PlaceLetterLine({ to, silent, onSilent }: PlaceLetterLineProps) {
  const written = to
    ? 'Если встреча назначена, клиенту уйдёт письмо о\u00A0новом месте'
    : 'Клиентам, которым назначены встречи, уйдут письма о\u00A0новом месте';
  return (
    <SilenceLine several={to === ''} silent={silent} onSilent={onSilent}>
      {silent ? 'Без\u00A0письма' : written}
      {to && ': '}
      {to && <span translate="no">{to}</span>}
    </SilenceLine>
  );
}
