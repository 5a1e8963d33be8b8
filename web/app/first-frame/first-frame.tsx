import { renderToStaticMarkup } from 'react-dom/server';
import { FirstFrame, FRAMED } from '#web/app/first-frame/FirstFrame.tsx';

/** A template for each screen, which vite.config.ts puts into the page. */
export const firstFrames: string = FRAMED.map((path) =>
  renderToStaticMarkup(
    <template id={`frame:${path}`}>
      <FirstFrame path={path} />
    </template>,
  ),
).join('\n');
