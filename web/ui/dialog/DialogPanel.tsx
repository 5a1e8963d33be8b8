import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { CloseButton, Modal } from '@mantine/core';
import type { MantineTransition } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import classes from '#web/ui/dialog/DialogPanel.module.css';
import { Held } from '#web/ui/dialog/Held.tsx';
import { useScrollLock, WITHOUT_STYLE_SHEET } from '#web/ui/dialog/scroll-lock.ts';
import { useOpening } from '#web/ui/dialog/use-opening.ts';
import { useIsPhone } from '#web/ui/page/use-is-phone.ts';

export interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  subtitle?: ReactNode;
  /** Width on the desktop, in px: 440 for a question, 480 for a form, 620 to read; 720 covers a phone whole. */
  width?: 440 | 480 | 620 | 720;
  /** During a save neither Esc nor a click outside closes the dialog. */
  busy?: boolean;
  /** False for a dialog with typed text: an accidental click outside must not discard it. */
  closeOnClickOutside?: boolean;
  /** Called after the dialog has animated out, when its content can be dropped. */
  onClosed?: () => void;
  /** Hidden while a question replaces it; typed values and the focus stay for its return. */
  covered?: boolean;
  /** A short text that screen readers read together with the title. */
  question?: ReactNode;
  children: ReactNode;
}

const rise: MantineTransition = {
  in: { opacity: 1, transform: 'translateY(0)' },
  out: { opacity: 0, transform: 'translateY(8px)' },
  transitionProperty: 'opacity, transform',
};
const slide: MantineTransition = {
  in: { transform: 'translateY(0)' },
  out: { transform: 'translateY(100%)' },
  transitionProperty: 'transform',
};

/** The dialog's program; screens use `Dialog`, which loads it on demand. */
export function DialogPanel(props: DialogProps) {
  const { opened, busy, onClose } = props;
  const content = useRef<HTMLDivElement>(null);
  useScrollLock(opened);
  const { present, shown, leave } = useOpening(opened, content, () => {
    if (!busy) onClose();
  });
  return present && <Panel {...props} shown={shown && !props.covered} content={content} onGone={leave} />;
}

interface PanelProps extends DialogProps {
  shown: boolean;
  content: RefObject<HTMLDivElement | null>;
  onGone: () => void;
}

function Panel({
  shown,
  content,
  onGone,
  onClose,
  title,
  subtitle,
  width = 480,
  busy = false,
  covered = false,
  closeOnClickOutside = true,
  onClosed,
  question,
  children,
}: PanelProps) {
  const phone = useIsPhone();
  useLayoutEffect(() => {
    if (covered && content.current) markFocus(content.current);
  }, [covered, content]);
  const ready = useRef(shown);
  useEffect(() => {
    if (!shown) return;
    // The key press that has brought this dialog back still reaches it.
    const timer = setTimeout(() => {
      ready.current = true;
    });
    return () => {
      clearTimeout(timer);
      ready.current = false;
    };
  }, [shown]);
  const close = () => {
    if (!busy && ready.current) onClose();
  };
  return (
    <Modal.Root
      opened={shown}
      keepMounted={covered}
      keepMountedMode="display-none"
      onClose={close}
      size={width}
      closeOnClickOutside={closeOnClickOutside}
      removeScrollProps={WITHOUT_STYLE_SHEET}
      centered
      returnFocus={false}
      radius={22}
      transitionProps={
        phone
          ? { transition: slide, duration: 240, exitDuration: 160, timingFunction: 'var(--k-ease)' }
          : { transition: rise, duration: 180, exitDuration: 120, timingFunction: 'var(--k-ease)' }
      }
      classNames={{ inner: classes.inner ?? '', content: classes.content ?? '' }}
      onExitTransitionEnd={() => {
        onGone();
        onClosed?.();
      }}
    >
      <Modal.Overlay className={classes.overlay ?? ''} />
      <Modal.Content ref={content} data-whole={width === 720 || undefined}>
        <Held live={shown}>
          <div className={classes.header}>
            <Modal.Title component="h2" className={classes.title ?? ''}>
              {title}
            </Modal.Title>
            {subtitle && <div className={classes.subtitle}>{subtitle}</div>}
          </div>
          {question && <Modal.Body className={classes.question ?? ''}>{question}</Modal.Body>}
          {children}
          <CloseButton className={classes.close ?? ''} onClick={close} aria-disabled={busy || undefined} />
        </Held>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Marks the focused field, which gets the focus again when the dialog returns. */
function markFocus(dialog: HTMLElement): void {
  const focused = document.activeElement;
  if (!focused || !dialog.contains(focused)) return;
  for (const marked of dialog.querySelectorAll('[data-autofocus]')) marked.removeAttribute('data-autofocus');
  focused.setAttribute('data-autofocus', 'true');
}
