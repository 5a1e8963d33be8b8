import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { DayCards } from '#web/calendar/DayCards.tsx';
import { showDayLoad } from '#web/calendar/sessions-by-day.ts';
import type { SessionDays } from '#web/calendar/sessions-by-day.ts';
import { showDayInWords } from '#web/format/dates.ts';
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog/Dialog.tsx';

interface DayDialogProps {
  /** The day whose sessions are shown; null closes the dialog. */
  date: Temporal.PlainDate | null;
  sessions: SessionDays;
  loading: boolean;
  timeZone: string;
  onSession: (id: string) => void;
  onClose: () => void;
}

/** A day's sessions by time, each of them editable (CAL-02). */
export function DayDialog({ date, sessions, loading, timeZone, onSession, onClose }: DayDialogProps) {
  // Stays set while the dialog animates out.
  const [about, setAbout] = useState(date);
  if (date && (!about || !date.equals(about))) setAbout(date);
  if (!about) return null;
  const day = sessions.get(about.toString()) ?? [];
  return (
    <Dialog
      opened={date !== null}
      onClose={onClose}
      title={showDayInWords(about)}
      subtitle={day.length > 0 && showDayLoad(day)}
    >
      <DialogBody>
        <DayCards sessions={day} loading={loading} timeZone={timeZone} onSession={onSession} />
      </DialogBody>
      <DialogFooter>
        <Button
          variant="default"
          leftSection={<IconPlus aria-hidden size={18} stroke={1.6} />}
          renderRoot={(props) => (
            <Link to="/dashboard/sessions/new" search={{ date: about.toString(), view: 'month' }} {...props} />
          )}
        >
          Новая сессия
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
