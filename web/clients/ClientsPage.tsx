import { ComingPage } from '#web/shell/ComingPage.tsx';

export function ClientsPage() {
  return <ComingPage title="Клиенты" hint="Здесь появится база клиентов." />;
}
