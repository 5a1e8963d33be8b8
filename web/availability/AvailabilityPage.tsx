import { ComingPage } from '#web/shell/ComingPage.tsx';

export function AvailabilityPage() {
  return <ComingPage title="Рабочие часы" hint="Здесь появится расписание недели." />;
}
