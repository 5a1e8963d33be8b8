import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { MissingCard } from '#web/ui/base/SingleCard.tsx';

export function NotFoundPage() {
  return (
    <MissingCard
      title="Страница не&nbsp;найдена"
      hint="Возможно, в адресе опечатка или ссылка устарела."
      action={<Button renderRoot={(props) => <Link to="/" {...props} />}>На&nbsp;главную</Button>}
    />
  );
}
