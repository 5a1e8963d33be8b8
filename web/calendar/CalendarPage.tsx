import { ComingPage } from '#web/shell/ComingPage.tsx';

export function CalendarPage() {
  return <ComingPage title="Календарь" hint="Здесь появятся ваши сессии по дням, неделям и месяцам." />;
}
