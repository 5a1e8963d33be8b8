import { createRoot } from 'react-dom/client';
import { startConnection } from '#web/ground/api/connection.ts';
import { startDrafts } from '#web/ground/api/drafts.ts';
import { queryClient } from '#web/ground/api/query-client.ts';
import { currentSession, startSession } from '#web/ground/api/session.ts';
import { App } from '#web/App.tsx';
import '#web/app/first-frame/first-frame.css';
import { stampPrintedDate } from '#web/stamp-printed-date.ts';
import { keepFocus } from '#web/keep-focus.ts';
import { followSession } from '#web/follow-session.ts';
import { router } from '#web/router.tsx';

// Browsers without Temporal load it first (web/opening.ts): until then no module of ours may use it.
await window.begin();

startConnection();
followSession(router, queryClient);
startDrafts();
keepFocus(router);
stampPrintedDate();
const started = startSession();

// Templates of other screens, or already used.
for (const frame of document.querySelectorAll('template')) frame.remove();
const root = document.getElementById('root');
if (root) {
  // The frame stays visible until its screen can render.
  if (root.hasChildNodes()) {
    await started;
    if (currentSession().status === 'user') await router.load();
  }
  createRoot(root).render(<App />);
}
