import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Leaving } from '#web/practice/letters/leaving.ts';
import { pressOn } from '#web/practice/letters/settling.ts';
import { LetterLine, type Silence } from '#web/practice/letters/LetterLine.tsx';
import { useLetterAddresses } from '#web/practice/letters/use-letter-addresses.ts';
import { type AheadSession, aheadQuery, nearestIn } from '#web/practice/series/change/ahead.ts';
import type { Agreed, ChangedSeries, SeriesChangeRequest, SeriesStatus } from '#web/practice/series/calls.ts';
import { type ChangePreview, refusalOf, useChangePreview } from '#web/practice/series/change/change-preview.ts';
import { sessionsAsObject, showBeginning, showChange } from '#web/practice/series/change/change-words.ts';
import { ChangeOutcome } from '#web/practice/series/change/ChangeOutcome.tsx';
import type { OccurrenceRequest } from '#web/practice/series/change/occurrence-wish.ts';
import { sayChanged } from '#web/practice/series/change/say-changed.ts';
import { reverseOf } from '#web/practice/series/change/undo.ts';
import { seriesQuery } from '#web/practice/series/queries.ts';
import { type ScopeOption, ScopeChoice } from '#web/practice/series/change/ScopeChoice.tsx';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';

/** A session of a series. */
export interface Occurrence extends AheadSession {
  series: string;
  client: string;
}

/** A change of more than one session that the practitioner agreed to. */
export interface AgreedChange {
  series: string;
  wish: SeriesChangeRequest;
  agreed: Agreed;
  /** True if the series leaves the edited session as it is, so that its own change has to be saved separately. */
  leavesThis: boolean;
  /** Reports the result, with an undo. */
  report: (counts: ChangedSeries) => void;
}

interface ChangeQuestionProps extends Silence {
  session: Occurrence;
  /** The client and the time of the session. */
  who: string;
  wish: OccurrenceRequest;
  /** The edits in words. */
  edits: readonly string[];
  timeZone: string;
  saving: boolean;
  /** The letter that changing only this session would send. */
  letter: Leaving | null;
  onCancel: () => void;
  /** Called with null to change only this session. */
  onAgree: (change: AgreedChange | null) => void;
}

type Scope = 'one' | SeriesChangeRequest['scope'];

/** Asks which sessions of a series an edit applies to, and shows its effect before it is saved (SERIES-05). */
export function ChangeQuestion(props: ChangeQuestionProps) {
  const { session, who, wish, edits, timeZone, saving, letter, silent, onSilent, onCancel, onAgree } = props;
  const readers = useLetterAddresses([session.client]);
  const [scope, setScope] = useState<Scope>('one');
  const following = useChangePreview(session.series, { scope: 'following', session: session.id, ...wish });
  const all = useChangePreview(session.series, { scope: 'all', session: session.id, ...wish });
  const { data: ahead = [] } = useQuery(aheadQuery({ id: session.series, client: session.client }, timeZone));
  const rule = useQuery(seriesQuery()).data?.find(({ id }) => id === session.series);

  const isThis = (one: { session: string }) => one.session === session.id;
  const textOf = ({ preview, error, wish: { scope: meant } }: ChangePreview): string => {
    if (!preview) return error ? 'Не\u00A0удалось узнать, что изменится.' : '';
    const { occurrences, keep } = preview;
    const stay = keep.filter((one) => !isThis(one)).length;
    const change = showChange(occurrences.length + keep.length - stay, stay);
    return `${showBeginning(meant, nearestIn(ahead)?.date, timeZone)}: ${change}`;
  };
  const option = (value: Scope, name: string, which: ChangePreview): ScopeOption<Scope> => {
    const refusal = refusalOf(which.error);
    return { value, name, text: refusal || textOf(which), disabled: refusal !== '' };
  };
  const chosen = scope === 'one' ? null : scope === 'all' ? all : following;
  /** The series would leave the edited session as it is; it counts among the changed ones nevertheless. */
  const leavesThis = chosen?.preview?.keep.some(isThis) ?? false;
  const agree = () => {
    if (!chosen) return onAgree(null);
    if (!chosen.preview) return;
    const { wish: order, decisions, preview } = chosen;
    const back = rule && !leavesThis ? reverseOf(rule, session.occurrence, order, decisions) : null;
    const press = pressOn(readers, silent, session.date);
    const agreed = { decisions, digest: preview.digest };
    const report = (counts: ChangedSeries) =>
      sayChanged(counts, back && { series: counts.series.id, wish: back, silent }, press);
    onAgree({ series: session.series, wish: order, agreed, leavesThis, report });
  };
  return (
    <FormDialog
      onClose={onCancel}
      title="Какие сессии изменить?"
      subtitle={[who, ...edits].map((edit) => (
        <p key={edit}>{edit}</p>
      ))}
      width={620}
      onSubmit={agree}
      pending={saving}
      pendingText="Сохранение..."
      submitText={
        chosen?.preview ? `Изменить ${sessionsAsObject(chosen.planned + (leavesThis ? 1 : 0))}` : 'Изменить эту сессию'
      }
      submitDisabled={chosen !== null && !chosen.ready}
    >
      <ScopeChoice
        label="Какие сессии изменить"
        value={scope}
        onChange={setScope}
        options={[
          { value: 'one', name: 'Только эту', text: 'Остальные сессии серии не\u00A0изменятся.' },
          option('following', 'Эту и\u00A0следующие', following),
          option('all', 'Все будущие', all),
        ]}
      />
      {chosen && <ChangeOutcome preview={chosen} except={session.id} ahead={ahead} timeZone={timeZone} />}
      <LetterLine
        kind={chosen ? letterOfSeries(wish, rule?.status) : letter}
        to={readers}
        silent={silent}
        onSilent={onSilent}
        disabled={saving}
      />
    </FormDialog>
  );
}

function letterOfSeries({ start, status }: OccurrenceRequest, before: SeriesStatus | undefined): Leaving | null {
  if ((status ?? before) === 'reserved') return null;
  return start === undefined ? 'series-planned' : 'series-moved';
}
