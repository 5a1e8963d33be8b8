import { Button } from '@mantine/core';
import classes from '#web/ui/draft/ChangedElsewhere.module.css';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';

interface ChangedElsewhereProps {
  /** What was changed, in the nominative and without a capital: 'новости клиента'. */
  what: string;
  /** What stands there now, as it is shown. */
  now: string;
  /** Keeps what was typed here; it is saved over the other. */
  onMine: () => void;
  /** Takes what stands there now. */
  onTheirs: () => void;
  /** For longer texts: one after the other. */
  onBoth?: (() => void) | undefined;
}

/** The same thing was changed here and in another window or on another device: both are to be seen, and the person decides. */
export function ChangedElsewhere({ what, now, onMine, onTheirs, onBoth }: ChangedElsewhereProps) {
  return (
    <InlineBox kind="warning" announce title={`Изменено в\u00A0другом месте: ${what}.`}>
      Сейчас там сохранено:
      <blockquote className={classes.now}>{now || 'ничего'}</blockquote>
      <span className={classes.choices} data-decision>
        <Button variant="default" onClick={onMine}>
          Оставить моё
        </Button>
        <Button variant="default" onClick={onTheirs}>
          Взять оттуда
        </Button>
        {onBoth && (
          <Button variant="default" onClick={onBoth}>
            Соединить оба
          </Button>
        )}
      </span>
    </InlineBox>
  );
}
