import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { PaletteBody } from '#web/search/PaletteBody.tsx';
import type { Result } from '#web/search/results.ts';
import classes from '#web/search/SearchPalette.module.css';
import { useFocusReturn } from '#web/ui/dialog/focus-return.ts';
import { Held } from '#web/ui/dialog/Held.tsx';
import { useEscape } from '#web/ui/dialog/use-escape.ts';
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
  const content = useRef<HTMLDivElement>(null);
  useFocusReturn(opened);
  const drawn = useOpening(opened, content);
  useEscape(opened, onClose);

  const choose = ({ go }: Result) => {
    chosen.current = true;
    onClose();
    void go(navigate);
  };
  const closed = () => {
    if (chosen.current) setTimeout(focusScreen);
    chosen.current = false;
  };
  return (
    <Modal.Root
      opened={drawn}
      onClose={onClose}
      closeOnEscape={false}
      size={600}
      yOffset={0}
      returnFocus={false}
      transitionProps={{ transition: 'fade-down', duration: 140, exitDuration: 90, timingFunction: 'var(--k-ease)' }}
      classNames={{ inner: classes.inner ?? '', content: classes.content ?? '' }}
      onExitTransitionEnd={closed}
    >
      <Modal.Overlay />
      <Modal.Content ref={content} aria-label="Поиск">
        <Held live={drawn}>
          <PaletteBody onChoose={choose} onClose={onClose} />
        </Held>
      </Modal.Content>
    </Modal.Root>
  );
}

/** The keyboard continues in the chosen screen, unless a dialog there already has the focus. */
function focusScreen(): void {
  if (document.querySelector('[role="dialog"]')) return;
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
}
