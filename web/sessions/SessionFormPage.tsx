import { ComingPage } from '#web/shell/ComingPage.tsx';

export function NewSessionPage() {
  return <ComingPage title="Новая сессия" hint="Здесь появится форма сессии." />;
}

export function EditSessionPage() {
  return <ComingPage title="Редактирование сессии" hint="Здесь появится форма сессии." />;
}
