import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { DaySession, OpenBy } from '#web/practice/sessions/day/day.ts';
import classes from '#web/practice/sessions/day/DaySheet.module.css';
import { useMark } from '#web/practice/sessions/use-mark.ts';
import { useFocusNear } from '#web/ui/list/keep-focus-near.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';

interface MarkButtonsProps {
  session: DaySession;
  open: Exclude<OpenBy, null>;
}

/** What became of a session whose time has passed (SESSION-13). Each press can be undone. */
export function MarkButtons({ session, open }: MarkButtonsProps) {
  const { id } = session;
  const place = useFocusNear<HTMLDivElement>();
  const { what, marking } = useMark(session);

  return (
    <div
      ref={place}
      role="group"
      aria-label={`Отметить: ${what}`}
      className={classes.marks}
      aria-busy={marking.isPending}
    >
      <Button variant="default" onClick={() => submitOnce(marking, { word: 'Состоялась' })}>
        Состоялась
      </Button>
      <Button variant="default" onClick={() => submitOnce(marking, { word: 'Неявка' })}>
        Неявка
      </Button>
      <Button variant="default" onClick={() => submitOnce(marking, { word: 'Отменена' })}>
        Отмена
      </Button>
      <WriteButton id={id} open={open} />
    </div>
  );
}

function WriteButton({ id, open }: { id: string; open: MarkButtonsProps['open'] }) {
  return (
    <Button
      variant="subtle"
      {...(open === 'address'
        ? {
            renderRoot: (props) => (
              <Link to="/dashboard/sessions" search={{ session: id, write: '1' }} state={{ opener: true }} {...props} />
            ),
          }
        : { onClick: () => open(id, true) })}
    >
      Записать
    </Button>
  );
}
