import { ActionIcon } from '@mantine/core';
import { IconPencil, IconShare2, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import classes from '#web/practice/notes/Notes.module.css';

interface NoteButtonsProps {
  id: string;
  /** The id of the note's title in a list, so that each button names its note. */
  'aria-describedby'?: string;
  /** Absent for a note that cannot be decrypted, because there is nothing to share. */
  onShare: (() => void) | undefined;
  onDelete: () => void;
}

export function NoteButtons({ id, onShare, onDelete, ...whose }: NoteButtonsProps) {
  const icon = { 'aria-hidden': true, size: 18, stroke: 1.6 } as const;
  return (
    <div className={classes.actions}>
      <ActionIcon
        {...whose}
        variant="subtle"
        color="gray"
        aria-label="Редактировать"
        renderRoot={(props) => <Link to="/dashboard/notes" search={{ note: id, edit: '1' }} {...props} />}
      >
        <IconPencil {...icon} />
      </ActionIcon>
      {onShare && (
        <ActionIcon {...whose} variant="subtle" color="gray" aria-label="Поделиться" onClick={onShare}>
          <IconShare2 {...icon} />
        </ActionIcon>
      )}
      <ActionIcon {...whose} variant="subtle" color="gray" aria-label="Удалить" onClick={onDelete}>
        <IconTrash {...icon} />
      </ActionIcon>
    </div>
  );
}
