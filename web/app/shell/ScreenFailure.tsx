import { createContext, useContext, useEffect } from 'react';
import { serverAnswers } from '#web/ground/api/connection.ts';
import { ScreenMissing } from '#web/ground/parts/fetch-part.ts';
import { reloadPage, reloadWhenServed } from '#web/ground/api/reload.ts';
import { CrashScreen } from '#web/app/shell/CrashScreen.tsx';
import { ErrorState } from '#web/ui/page/StateCard.tsx';

/** True inside the dashboard's layout, which stays when one of its screens fails to load. */
export const InsideFrame = createContext(false);

/** Replaces a screen that failed to render or to load. */
export function ScreenFailure({ error }: { error: unknown }) {
  const inside = useContext(InsideFrame);
  const missing = error instanceof ScreenMissing;
  useEffect(() => {
    if (missing) void reloadWhenServed();
  }, [missing]);
  return missing && inside ? <MissingScreen /> : <CrashScreen />;
}

function MissingScreen() {
  const retry = async () => {
    if (await serverAnswers()) reloadPage();
  };
  return (
    <ErrorState
      title="Не&nbsp;удалось открыть экран"
      hint="Нет связи с&nbsp;сервером. Экран откроется сам, как только она вернётся."
      onRetry={() => void retry()}
    />
  );
}
