import { useRef, useState } from 'react';
import { keysOf } from '#web/practice/record-form/changed-fields.ts';
import { type ChangedSeries, changeSeries } from '#web/practice/series/calls.ts';
import { isOutdated } from '#web/practice/series/change/change-preview.ts';
import type { AgreedChange, ChangeQuestionProps } from '#web/practice/series/change/ChangeQuestion.tsx';
import { sayChanged } from '#web/practice/series/change/say-changed.ts';
import type { Undo } from '#web/practice/series/change/undo.ts';
import { wishOf } from '#web/practice/series/change/occurrence-wish.ts';
import type { SessionRecord } from '#web/practice/sessions/queries.ts';
import { isAhead, isText, SESSION_WORDS, type SessionForm } from '#web/practice/sessions/session-form.ts';

/** An edit that can concern more than its session, with what it does in words. */
type Asked = Pick<ChangeQuestionProps, 'wish' | 'edits'>;

export interface SeriesQuestion extends Omit<ChangeQuestionProps, 'saving' | 'timeZone' | 'who'> {
  /** How often it was opened: each opening starts without earlier choices. */
  times: number;
}

/** A saved change of a series, with what takes it back. */
interface Saved {
  counts: ChangedSeries;
  undo: Undo | null;
}

/** The question which sessions of a series an edit concerns, and the save that follows (SERIES-05). */
export function useSeriesSave(session: SessionRecord | null) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [opened, setOpened] = useState(false);
  const [times, setTimes] = useState(0);
  const agreed = useRef<AgreedChange | null>(null);
  const saved = useRef<Saved | null>(null);
  const close = () => setOpened(false);
  return {
    opened,
    /** Opens the question where the edit can concern the series; otherwise returns false. */
    asks: (edit: Asked | null): boolean => {
      agreed.current = null;
      if (edit) {
        setAsked(edit);
        setTimes(times + 1);
      }
      setOpened(edit !== null);
      return edit !== null;
    },
    close,
    /** `save` saves the form once the practitioner has agreed. */
    question: (save: () => void): SeriesQuestion | null =>
      session &&
      asked && {
        ...asked,
        times,
        opened,
        session,
        onCancel: close,
        onAgree: (change) => {
          agreed.current = change;
          save();
        },
      },
    /** Saves the agreed change of the series, and then what is left for the session itself. */
    save: async <Stored>(
      changes: Partial<SessionForm>,
      saveThis: (changes: Partial<SessionForm>) => Promise<Stored>,
    ): Promise<Stored | void> => {
      const order = agreed.current;
      if (!order) return saveThis(changes);
      const counts = await changeSeries(order.series, order.wish, order.agreed);
      saved.current = { counts, undo: order.back && { series: counts.series.id, wish: order.back } };
      // A repeated save concerns this session alone.
      agreed.current = null;
      const left = order.leavesThis ? changes : textsIn(changes);
      return keysOf(left).length > 0 ? saveThis(left) : undefined;
    },
    /** Closes the question and reports a saved change of the series, also where what was left for the session fails. */
    report: (): boolean => {
      const done = saved.current;
      saved.current = null;
      if (!done) return false;
      close();
      sayChanged(done.counts, done.undo);
      return true;
    },
    /** Returns true for a refusal that another look at the outcome mends. */
    refuses: (error: unknown): boolean => opened && isOutdated(error),
  };
}

/** What the edit of a stored session could mean for its series; null where it concerns that session alone. */
export function editOf(
  session: SessionRecord | null,
  { stored, values }: { stored: SessionForm; values: SessionForm },
  timeZone: string,
): Asked | null {
  if (!session || session.series === '') return null;
  const wish = wishOf(stored, values, !isAhead(stored, timeZone));
  const edits = (['date', 'duration', 'status'] as const).flatMap((field) => {
    const { what, show } = SESSION_WORDS[field];
    const [before, after] = [show?.(stored), show?.(values)];
    return before === after ? [] : [`${what}: ${before} → ${after}`];
  });
  return wish && { wish, edits };
}

function textsIn(changes: Partial<SessionForm>): Partial<SessionForm> {
  const texts = { ...changes };
  for (const field of keysOf(texts)) if (!isText(field)) delete texts[field];
  return texts;
}
