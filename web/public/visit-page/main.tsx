import '#web/ui/base/tokens.css';
import '#web/ground/fonts/fonts.css';
import '#web/public/visitor/page.css';
import '#web/ui/base/base.css';
import { createRoot } from 'react-dom/client';
import { VisitApp } from '#web/public/visit-page/VisitApp.tsx';
import { takeToken } from '#web/public/visit-page/visit-token.ts';
import { followDeviceTheme } from '#web/public/visitor/follow-device-theme.ts';

// Browsers without Temporal get it first (web/opening.ts): no module of ours uses it while it loads.
await window.begin();

followDeviceTheme();
// Behind the first picture: what has to be said is what takes the place of a pressed button.
void import('#web/ui/say/say-focus.ts').then(({ sayFocus }) => sayFocus()).catch(() => undefined);

const element = document.getElementById('root');
if (element) {
  const root = createRoot(element);
  const render = () => root.render(<VisitApp token={takeToken()} />);
  // Another link pasted into the address, and the way back from it, load no page.
  window.addEventListener('popstate', render);
  render();
}
