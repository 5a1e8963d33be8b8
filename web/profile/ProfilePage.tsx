import { ComingPage } from '#web/shell/ComingPage.tsx';

export function ProfilePage() {
  return <ComingPage title="Профиль" hint="Здесь появятся личные данные и лицензия." />;
}
