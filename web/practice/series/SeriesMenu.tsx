import { Button } from '@mantine/core';
import { useState } from 'react';
import { lazyDialog } from '#web/ground/parts/lazy-part.tsx';
import type { AheadSession } from '#web/practice/series/change/ahead.ts';
import type { SeriesRecord } from '#web/practice/series/queries.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';

const EndDialog = lazyDialog(async () => (await import('#web/practice/series/end/EndDialog.tsx')).EndDialog);
const RuleDialog = lazyDialog(async () => (await import('#web/practice/series/change/RuleDialog.tsx')).RuleDialog);

interface OfSeries {
  /** Undefined while it loads: then there are no actions. */
  series: SeriesRecord | undefined;
  /** Called when one of the dialogs opens or closes; ending the series can remove `session`. */
  onAsk?: (asking: boolean) => void;
  /** The session from which the dialogs are opened. */
  session?: AheadSession;
  /** Called when the series has ended and `session` was removed with it. */
  onGone?: () => void;
}

/** The actions for a whole series, and the dialogs that they open. */
export function useSeriesActions({ series, session, onAsk, onGone }: OfSeries) {
  const timeZone = useTimeZone();
  const [opened, setOpened] = useState<'rule' | 'end' | null>(null);
  const open = (which: 'rule' | 'end' | null) => {
    setOpened(which);
    onAsk?.(which !== null);
  };
  const close = () => open(null);
  return {
    presses: series
      ? [
          { text: 'Изменить серию', onPress: () => open('rule') },
          { text: 'Завершить серию с\u00A0…', onPress: () => open('end') },
        ]
      : [],
    dialogs: series && (
      <>
        <RuleDialog {...{ series, timeZone }} session={session ?? null} opened={opened === 'rule'} onClose={close} />
        <EndDialog
          {...{ series, timeZone }}
          session={session ?? null}
          onClose={close}
          opened={opened === 'end'}
          onEnded={({ goes }) => {
            close();
            if (goes.some(({ id }) => id === session?.id)) onGone?.();
          }}
        />
      </>
    ),
  };
}

/** The actions of a series, which unfold as buttons once «Серия» is pressed. */
export function SeriesMenu(props: OfSeries) {
  const [unfolded, setUnfolded] = useState(false);
  const { presses, dialogs } = useSeriesActions(props);
  return (
    <>
      <Button variant="default" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
        Серия
      </Button>
      {unfolded &&
        presses.map(({ text, onPress }) => (
          <Button key={text} variant="subtle" onClick={onPress}>
            {text}
          </Button>
        ))}
      {dialogs}
    </>
  );
}
