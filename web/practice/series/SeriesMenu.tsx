import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { lazyPart } from '#web/ground/parts/lazy-part.tsx';
import type { AheadSession } from '#web/practice/series/change/ahead.ts';
import type { RuleDialogProps } from '#web/practice/series/change/RuleDialog.tsx';
import type { EndDialogProps } from '#web/practice/series/end/EndDialog.tsx';
import type { SeriesRecord } from '#web/practice/series/queries.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';

const EndDialog = lazyPart<EndDialogProps>(
  async () => (await import('#web/practice/series/end/EndDialog.tsx')).EndDialog,
  ({ opened }) => opened,
);
const RuleDialog = lazyPart<RuleDialogProps>(
  async () => (await import('#web/practice/series/change/RuleDialog.tsx')).RuleDialog,
  ({ opened }) => opened,
);

interface SeriesMenuProps {
  series: SeriesRecord;
  /** The session from which the menu is opened. */
  session?: AheadSession;
  /** A dialog around the menu is covered while one of the menu's own is open. */
  onAsk: (asking: boolean) => void;
  /** The series has ended, and `session` with it. */
  onGone?: () => void;
}

/** What can be done with a whole series, once «Серия» is pressed: buttons for a row of others. */
export function SeriesMenu({ series, session, onAsk, onGone }: SeriesMenuProps) {
  const timeZone = useTimeZone();
  const [unfolded, setUnfolded] = useState(false);
  const [opened, setOpened] = useState<'rule' | 'end' | null>(null);
  /** Each opening starts without earlier choices. */
  const [times, setTimes] = useState(0);
  const open = (which: 'rule' | 'end') => {
    setTimes(times + 1);
    setOpened(which);
    onAsk(true);
  };
  const close = () => {
    setOpened(null);
    onAsk(false);
  };
  const gone = useEffectEvent(() => onAsk(false));
  useEffect(() => () => gone(), []);
  const common = { series, session: session ?? null, timeZone, onClose: close };
  return (
    <>
      <Button variant="default" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
        Серия
      </Button>
      {unfolded && (
        <>
          <Button variant="subtle" onClick={() => open('rule')}>
            Изменить серию
          </Button>
          <Button variant="subtle" onClick={() => open('end')}>
            Завершить серию с&nbsp;…
          </Button>
        </>
      )}
      <RuleDialog key={`rule ${times}`} {...common} opened={opened === 'rule'} />
      <EndDialog
        key={`end ${times}`}
        {...common}
        opened={opened === 'end'}
        onEnded={({ goes }) => {
          close();
          if (goes.some(({ id }) => id === session?.id)) onGone?.();
        }}
      />
    </>
  );
}
