import { ComingPage } from '#web/shell/ComingPage.tsx';

export function OnlineBookingPage() {
  return <ComingPage title="Онлайн-запись" hint="Здесь появятся заявки посетителей." />;
}
