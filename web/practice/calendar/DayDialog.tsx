import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { DayCards } from '#web/practice/calendar/DayCards.tsx';
import { entriesOn, showDay } from '#web/practice/calendar/calendar-entries.ts';
import type { CalendarEntries } from '#web/practice/calendar/calendar-entries.ts';
import { showDayInWords } from '#web/ground/format/dates.ts';
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog/Dialog.tsx';

interface DayDialogProps {
  date: Temporal.PlainDate;
  entries: CalendarEntries;
  loading: boolean;
  timeZone: string;
  onSession: (id: string) => void;
  onClose: () => void;
}

/** A day's sessions by time, each of them editable (CAL-02). */
export function DayDialog({ date, entries, loading, timeZone, onSession, onClose }: DayDialogProps) {
  const day = entriesOn(date, entries);
  return (
    <Dialog reads onClose={onClose} title={showDayInWords(date)} subtitle={showDay(day)}>
      <DialogBody>
        <DayCards entries={day} loading={loading} timeZone={timeZone} onSession={onSession} />
      </DialogBody>
      <DialogFooter>
        <Button
          variant="default"
          leftSection={<IconPlus aria-hidden size={18} stroke={1.6} />}
          renderRoot={(props) => (
            <Link to="/dashboard/sessions/new" search={{ date: date.toString(), view: 'month' }} {...props} />
          )}
        >
          Новая сессия
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
