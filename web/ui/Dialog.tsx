import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { CloseButton, Modal } from '@mantine/core';
import type { MantineTransition } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from '#web/ui/Dialog.module.css';
import { useFocusReturn } from '#web/ui/focus-return.ts';
import { useIsPhone } from '#web/ui/use-is-phone.ts';

export interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  subtitle?: ReactNode;
  /** Width on the desktop: 440 for a question, 480 for a form, 620 to read. */
  width?: 440 | 480 | 620;
  /** While something is being saved neither Esc nor a click beside the dialog closes it. */
  busy?: boolean;
  /** False where typed text stands in it: a slip beside the dialog must not throw that away. */
  closeOnClickOutside?: boolean;
  /** Called when the dialog has left the screen: the moment to forget what it showed. */
  onClosed?: () => void;
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

/**
 * A dialog, below 768 px a sheet at the bottom. Focus goes to `data-autofocus` or the first control, stays inside and
 * returns. Its buttons stand in a `DialogFooter`. A dialog is never put over another: it takes the other's place.
 */
export function Dialog({
  opened,
  onClose,
  title,
  subtitle,
  width = 480,
  busy = false,
  closeOnClickOutside = true,
  onClosed,
  children,
}: DialogProps) {
  const phone = useIsPhone();
  useFocusReturn(opened);
  const close = () => {
    if (!busy) onClose();
  };
  return (
    <Modal.Root
      opened={opened}
      onClose={close}
      size={width}
      closeOnClickOutside={closeOnClickOutside}
      centered
      returnFocus={false}
      radius={22}
      transitionProps={
        phone
          ? { transition: slide, duration: 240, exitDuration: 160, timingFunction: 'var(--k-ease)' }
          : { transition: rise, duration: 180, exitDuration: 120, timingFunction: 'var(--k-ease)' }
      }
      classNames={{ inner: classes.inner ?? '', content: classes.content ?? '' }}
      {...(onClosed && { onExitTransitionEnd: onClosed })}
    >
      <Modal.Overlay />
      <Modal.Content>
        <div className={classes.header}>
          <Modal.Title component="h2" className={classes.title ?? ''}>
            {title}
          </Modal.Title>
          {subtitle && <div className={classes.subtitle}>{subtitle}</div>}
        </div>
        {children}
        <CloseButton className={classes.close ?? ''} onClick={close} aria-disabled={busy || undefined} />
      </Modal.Content>
    </Modal.Root>
  );
}

export function DialogBody({ children }: { children: ReactNode }) {
  return <div className={classes.body}>{children}</div>;
}

/** The strip of buttons at the foot, stuck there while the dialog scrolls. `start` stands apart on the left. */
export function DialogFooter({ start, children }: { start?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.footer}>
      {start && <div className={classes.start}>{start}</div>}
      {children}
    </div>
  );
}
