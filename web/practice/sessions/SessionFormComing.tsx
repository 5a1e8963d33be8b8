import { LoadingCards } from '#web/ui/page/LoadingCards.tsx';

export const COMING = <LoadingCards text="Загрузка..." columns={1} count={1} height={420} />;
