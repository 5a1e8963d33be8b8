import { sayScreens } from '#web/app/shell/say-screens.ts';
import { sayFocus } from '#web/ui/say/say-focus.ts';
import { startUndoKey } from '#web/ui/toast/undo-key.ts';

// What is heard rather than seen; comes once, behind the first screen.
sayScreens();
sayFocus();
startUndoKey();
