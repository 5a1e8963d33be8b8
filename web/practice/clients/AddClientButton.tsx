import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { isolated } from '#domain/text/isolated.ts';
import classes from '#web/practice/clients/ClientPicker.module.css';

interface AddClientButtonProps {
  /** The text in the search field. */
  typed: string;
  onPress: () => void;
}

/** Offers the typed text as a new client (CAL-04). */
export function AddClientButton({ typed, onPress }: AddClientButtonProps) {
  return (
    <Button
      variant="default"
      className={classes.add ?? ''}
      leftSection={<IconUserPlus aria-hidden size={18} stroke={1.6} />}
      onClick={onPress}
    >
      {typed ? `Добавить клиента «${isolated(typed)}»` : 'Добавить клиента'}
    </Button>
  );
}
