import { ComingPage } from '#web/shell/ComingPage.tsx';

export function ClientPickerPage() {
  return <ComingPage title="Новая сессия" hint="Здесь можно будет выбрать клиента." />;
}
