import '#web/ui/base/tokens.css';
import '#web/fonts/fonts.css';
import '#web/visitor/page.css';
import '#web/ui/base/base.css';
import { createRoot } from 'react-dom/client';
import { VisitApp } from '#web/visit-page/VisitApp.tsx';
import { takeToken } from '#web/visit-page/visit-token.ts';
import { followDeviceTheme } from '#web/visitor/follow-device-theme.ts';

// Browsers without Temporal load the polyfill before any module of ours runs; none uses Temporal while it loads.
if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');

followDeviceTheme();

const element = document.getElementById('root');
if (element) {
  const root = createRoot(element);
  const render = () => root.render(<VisitApp token={takeToken()} />);
  // Another link pasted into the address, and the way back from it, load no page.
  window.addEventListener('popstate', render);
  render();
}
