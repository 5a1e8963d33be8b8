import { ComingPage } from '#web/shell/ComingPage.tsx';

export function SessionsPage() {
  return <ComingPage title="Сессии" hint="Здесь появятся ваши сессии." />;
}
