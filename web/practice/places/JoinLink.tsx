import { Button } from '@mantine/core';

/** Opens a meeting in a new window that gets no referrer (PLACE-01). */
export function JoinLink({ link }: { link: string }) {
  return (
    <Button component="a" variant="default" href={link} target="_blank" rel="noopener noreferrer" title={link}>
      Войти
    </Button>
  );
}
