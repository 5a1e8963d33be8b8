import '#web/ui/base/tokens.css';
import '#web/ground/fonts/fonts.css';
import '#web/public/visitor/page.css';
import '#web/ui/base/base.css';
import { createRoot } from 'react-dom/client';
import { VisitApp } from '#web/public/visit-page/VisitApp.tsx';
import { takeToken } from '#web/public/visit-page/visit-token.ts';
import { followDeviceTheme } from '#web/public/visitor/follow-device-theme.ts';

// Browsers without Temporal load it first (web/opening.ts): until then no module of ours may use it.
await window.begin();

followDeviceTheme();
// Not needed for the first paint: it only announces what replaces a pressed button.
void import('#web/ui/say/say-focus.ts').then(({ sayFocus }) => sayFocus()).catch(() => undefined);

const element = document.getElementById('root');
if (element) {
  const root = createRoot(element);
  const render = () => root.render(<VisitApp token={takeToken()} />);
  // Pasting another link into the address bar, and going back from it, do not reload the page.
  window.addEventListener('popstate', render);
  render();
}
