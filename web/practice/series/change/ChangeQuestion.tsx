import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AheadSession, aheadQuery, nearestIn } from '#web/practice/series/change/ahead.ts';
import type { Agreed, SeriesChangeRequest } from '#web/practice/series/calls.ts';
import { refusalOf } from '#web/practice/series/change/change-preview.ts';
import { sessionsAsObject, showBeginning, showChange } from '#web/practice/series/change/change-words.ts';
import { ChangeOutcome } from '#web/practice/series/change/ChangeOutcome.tsx';
import type { OccurrenceRequest } from '#web/practice/series/change/occurrence-wish.ts';
import { useChangePreview } from '#web/practice/series/change/use-change-preview.ts';
import { reverseOf } from '#web/practice/series/change/undo.ts';
import { seriesQuery } from '#web/practice/series/queries.ts';
import { type ScopeOption, ScopeChoice } from '#web/practice/series/change/ScopeChoice.tsx';
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog/Dialog.tsx';
import { FieldStack } from '#web/ui/form/FieldStack.tsx';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';

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
  /** The edited session is none of those that move: it keeps its own time, and is changed on its own. */
  leavesThis: boolean;
  /** What takes the change back, for the series that it leads to. */
  back: SeriesChangeRequest | null;
}

export interface ChangeQuestionProps {
  opened: boolean;
  session: Occurrence;
  /** Whose session, and when. */
  who: string;
  wish: OccurrenceRequest;
  /** The edit in words. */
  edits: readonly string[];
  timeZone: string;
  saving: boolean;
  onCancel: () => void;
  /** null: this session alone. */
  onAgree: (change: AgreedChange | null) => void;
}

type Scope = 'one' | SeriesChangeRequest['scope'];

/** Asks which sessions of a series an edit concerns, and shows before it is saved what that does (SERIES-05). */
export function ChangeQuestion(props: ChangeQuestionProps) {
  const { opened, session, who, wish, edits, timeZone, saving, onCancel, onAgree } = props;
  const [scope, setScope] = useState<Scope>('one');
  const following = useChangePreview(session.series, { scope: 'following', session: session.id, ...wish }, opened);
  const all = useChangePreview(session.series, { scope: 'all', session: session.id, ...wish }, opened);
  const ahead = useQuery({ ...aheadQuery({ id: session.series, client: session.client }, timeZone), enabled: opened });
  const rule = useQuery({ ...seriesQuery(), enabled: opened }).data?.find(({ id }) => id === session.series);

  const nearest = nearestIn(ahead.data ?? []);
  const textOf = ({ data, error, wish: { scope: meant } }: Preview): string => {
    if (!data) return error ? 'Не\u00A0удалось узнать, что изменится.' : '';
    const stay = data.keep.filter((one) => one.session !== session.id).length;
    const own = data.occurrences.length + data.keep.length - stay;
    return `${showBeginning(meant, nearest?.date, timeZone)}: ${showChange(own, stay)}`;
  };
  const option = (value: Scope, name: string, which: typeof all | null): ScopeOption<Scope> => {
    if (!which) return { value, name, text: 'Остальные сессии серии не\u00A0изменятся.' };
    const refusal = refusalOf(which.error);
    return { value, name, text: refusal || textOf(which), disabled: refusal !== '' };
  };
  const chosen = scope === 'one' ? null : scope === 'all' ? all : following;
  const ready = chosen === null || (chosen.data !== undefined && chosen.undecided === 0 && !refusalOf(chosen.error));
  const agree = () => {
    if (!chosen) return onAgree(null);
    if (!chosen.data) return;
    const { wish: order, decisions, data } = chosen;
    const leavesThis = data.keep.some((one) => one.session === session.id);
    const back = rule && !leavesThis ? reverseOf(rule, session.occurrence, order, decisions) : null;
    onAgree({ series: session.series, wish: order, agreed: { decisions, digest: data.digest }, leavesThis, back });
  };
  return (
    <Dialog
      opened={opened}
      onClose={onCancel}
      title="Какие сессии изменить?"
      subtitle={[who, ...edits].map((edit) => (
        <p key={edit}>{edit}</p>
      ))}
      width={620}
      busy={saving}
      closeOnClickOutside={false}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // React also sends the event to the form that contains this dialog.
          event.stopPropagation();
          if (ready) agree();
        }}
      >
        <DialogBody>
          <FieldStack>
            <ScopeChoice
              label="Какие сессии изменить"
              value={scope}
              onChange={setScope}
              options={[
                option('one', 'Только эту', null),
                option('following', 'Эту и\u00A0следующие', following),
                option('all', 'Все будущие', all),
              ]}
            />
            {chosen && (
              <ChangeOutcome preview={chosen} except={session.id} ahead={ahead.data ?? []} timeZone={timeZone} />
            )}
          </FieldStack>
        </DialogBody>
        <DialogFooter>
          <Button variant="default" onClick={onCancel} disabled={saving}>
            Отмена
          </Button>
          <SubmitButton pending={saving} pendingText="Сохранение..." disabled={!ready}>
            {chosen?.data ? `Изменить ${sessionsAsObject(countOf(chosen, session))}` : 'Изменить эту сессию'}
          </SubmitButton>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

type Preview = ReturnType<typeof useChangePreview>;

/** The edited session counts among those that change even where the series leaves it alone. */
function countOf({ data, planned }: Preview, { id }: Occurrence): number {
  return planned + (data?.keep.some(({ session }) => session === id) ? 1 : 0);
}
