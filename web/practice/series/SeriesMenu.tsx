import { Button } from '@mantine/core';
import { useState } from 'react';
import { lazyDialog } from '#web/ground/parts/lazy-part.tsx';
import type { AheadSession } from '#web/practice/series/change/ahead.ts';
import type { SeriesRecord } from '#web/practice/series/queries.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';

const EndDialog = lazyDialog(async () => (await import('#web/practice/series/end/EndDialog.tsx')).EndDialog);
const RuleDialog = lazyDialog(async () => (await import('#web/practice/series/change/RuleDialog.tsx')).RuleDialog);

interface OfSeries {
  /** Without one, nothing can be done. */
  series: SeriesRecord | undefined;
  /** One of the dialogs has opened or closed: a session may go with it. */
  onAsk?: (asking: boolean) => void;
  /** The session from which they are opened. */
  session?: AheadSession;
  /** The series has ended, and `session` with it. */
  onGone?: () => void;
}

/** What can be done with a whole series: its presses, and the dialogs that they open. */
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

/** The presses of a series, once «Серия» is pressed: buttons for a row of others. */
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
