import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { PaletteBody } from '#web/practice/search/PaletteBody.tsx';
import type { Result } from '#web/practice/search/results.ts';
import classes from '#web/practice/search/SearchPalette.module.css';
import { useFocusReturn } from '#web/ui/dialog/focus-return.ts';
import { Held } from '#web/ui/dialog/Held.tsx';
import { useScrollLock, WITHOUT_STYLE_SHEET } from '#web/ui/dialog/scroll-lock.ts';
import { useOpening } from '#web/ui/dialog/use-opening.ts';

export interface SearchPaletteProps {
  opened: boolean;
  onClose: () => void;
}

/**
 * Searches clients, sessions, notes and the screens by name. The typed text is stored only in the history entry of a
 * list that it opens.
 */
export function SearchPalette({ opened, onClose }: SearchPaletteProps) {
  const navigate = useNavigate();
  const chosen = useRef(false);
  useFocusReturn(opened);
  useScrollLock(opened);
  const content = useRef<HTMLDivElement>(null);
  const { present, shown, leave } = useOpening(opened, content, onClose);

  const choose = ({ go }: Result) => {
    chosen.current = true;
    onClose();
    void go(navigate);
  };
  const closed = () => {
    const palette = content.current;
    leave();
    if (chosen.current) setTimeout(() => focusScreen(palette));
    chosen.current = false;
  };
  if (!present) return null;
  return (
    <Modal.Root
      opened={shown}
      onClose={onClose}
      size={600}
      yOffset={0}
      removeScrollProps={WITHOUT_STYLE_SHEET}
      returnFocus={false}
      transitionProps={{ transition: 'fade-down', duration: 140, exitDuration: 90, timingFunction: 'var(--k-ease)' }}
      classNames={{ inner: classes.inner ?? '', content: classes.content ?? '' }}
      onExitTransitionEnd={closed}
    >
      <Modal.Overlay className={classes.overlay ?? ''} />
      <Modal.Content ref={content} aria-label="Поиск">
        <Held live={opened}>
          <PaletteBody onChoose={choose} onClose={onClose} />
        </Held>
      </Modal.Content>
    </Modal.Root>
  );
}

/** The keyboard continues in the chosen screen, unless a dialog there already has the focus; the palette itself can still be there. */
function focusScreen(palette: Element | null): void {
  if ([...document.querySelectorAll('[role="dialog"]')].some((dialog) => dialog !== palette)) return;
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
}
