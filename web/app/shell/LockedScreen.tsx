import { useConnectionLost } from '#web/ground/api/connection.ts';
import { MissingCard } from '#web/ui/base/SingleCard.tsx';

/** Shown from the moment of a lock until the page reloads: at once, or as soon as the server is reachable. */
export function LockedScreen() {
  const hint = useConnectionLost() ? 'Нет связи с\u00A0сервером. Вход откроется сам, как только она вернётся.' : '';
  return <MissingCard title="Кабинет заблокирован" hint={hint} />;
}
