import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { hasCode, isRefusal, statusOf } from '#web/ground/api/errors.ts';
import { type Agreed, createSeries, type MadeSeries, type SeriesRequest } from '#web/practice/series/calls.ts';
import { submitAgain } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

/** First of the query keys of previews. */
export const PREVIEW = 'series-preview';

/** A new series between its form and its save: the preview lies between them. */
export interface NewSeries {
  opened: boolean;
  open: () => void;
  close: () => void;
  /** The id of the preview's form. */
  form: string;
  /** Saves what is decided in the open preview now. */
  submit: () => void;
  /** Takes what was agreed to; the form's save sends it. */
  agree: (agreed: Agreed) => void;
  /** Saves the series under an id that is the same for all attempts. */
  create: (id: string, wish: SeriesRequest) => Promise<MadeSeries>;
  /** Whether the last attempt, at this wish, was stored is unknown: another preview would show its sessions as conflicts. */
  isUnsure: (wish: SeriesRequest) => boolean;
  /** How many sessions the last `create` has made; null where it was no series. */
  made: { current: number | null };
  /** Reads the preview again where the save was refused because of it; returns false for any other failure. */
  refused: (error: unknown) => boolean;
}

const SAVED_BEFORE = 'Серия уже сохранена с\u00A0прежними данными. Проверьте список сессий.';

export function useNewSeries(): NewSeries {
  const queryClient = useQueryClient();
  const [opened, setOpened] = useState(false);
  const [unsure, setUnsure] = useState<string | null>(null);
  const form = useId();
  const agreed = useRef<Agreed | null>(null);
  const made = useRef<number | null>(null);
  return {
    opened,
    open: () => setOpened(true),
    close: () => setOpened(false),
    form,
    submit: () => submitAgain(form),
    agree: (now) => {
      agreed.current = now;
    },
    create: async (id, wish) => {
      if (!agreed.current) throw new TypeError('nothing was agreed to');
      try {
        const saved = await createSeries(id, wish, agreed.current);
        made.current = saved.created;
        setUnsure(null);
        return saved;
      } catch (error) {
        setUnsure(isRefusal(error) ? null : JSON.stringify(wish));
        throw error;
      }
    },
    isUnsure: (wish) => unsure === JSON.stringify(wish),
    made,
    refused: (error) => {
      if (!opened || ![400, 409].includes(statusOf(error))) return false;
      // An earlier attempt was stored, and its response lost; since then the form was changed.
      if (hasCode(error, 'id', 'validation_not_unique')) toast.error(SAVED_BEFORE);
      else void queryClient.invalidateQueries({ queryKey: [PREVIEW] });
      return true;
    },
  };
}
