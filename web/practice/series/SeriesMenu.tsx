import { Button } from '@mantine/core';
import { useState } from 'react';
import { lazyDialog } from '#web/ground/parts/lazy-part.tsx';
import type { AheadSession } from '#web/practice/series/change/ahead.ts';
import type { RuleDialogProps } from '#web/practice/series/change/RuleDialog.tsx';
import type { EndDialogProps } from '#web/practice/series/end/EndDialog.tsx';
import type { SeriesRecord } from '#web/practice/series/queries.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';

const EndDialog = lazyDialog<EndDialogProps>(
  async () => (await import('#web/practice/series/end/EndDialog.tsx')).EndDialog,
);
const RuleDialog = lazyDialog<RuleDialogProps>(
  async () => (await import('#web/practice/series/change/RuleDialog.tsx')).RuleDialog,
);

interface SeriesMenuProps {
  series: SeriesRecord;
  /** One of the menu's dialogs has opened or closed: a session may go with it. */
  onAsk?: (asking: boolean) => void;
  /** The session from which the menu is opened. */
  session?: AheadSession;
  /** The series has ended, and `session` with it. */
  onGone?: () => void;
}

/** What can be done with a whole series, once «Серия» is pressed: buttons for a row of others. */
export function SeriesMenu({ series, session, onAsk, onGone }: SeriesMenuProps) {
  const timeZone = useTimeZone();
  const [unfolded, setUnfolded] = useState(false);
  const [opened, setOpened] = useState<'rule' | 'end' | null>(null);
  const open = (which: 'rule' | 'end' | null) => {
    setOpened(which);
    onAsk?.(which !== null);
  };
  const close = () => open(null);
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
      <RuleDialog {...common} opened={opened === 'rule'} />
      <EndDialog
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
