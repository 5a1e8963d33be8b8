import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import classes from '#web/clients/ClientPicker.module.css';
import { useClientLimit } from '#web/clients/use-client-limit.ts';

interface AddClientButtonProps {
  /** The text in the search field. */
  typed: string;
  onAdd: () => void;
  /** The limit of clients is reached. */
  onLimit: () => void;
}

/** Offers the typed text as a new client (CAL-04). */
export function AddClientButton({ typed, onAdd, onLimit }: AddClientButtonProps) {
  const { reached } = useClientLimit();
  return (
    <Button
      variant="default"
      className={classes.add ?? ''}
      leftSection={<IconUserPlus aria-hidden size={18} stroke={1.6} />}
      onClick={reached ? onLimit : onAdd}
    >
      {typed ? `Добавить клиента «${typed}»` : 'Добавить клиента'}
    </Button>
  );
}
