import { CloseButton } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Layer } from '#web/ui/dialog/Layer.tsx';
import classes from '#web/ui/dialog/DialogPanel.module.css';

export interface DialogProps {
  onClose: () => void;
  title: ReactNode;
  subtitle?: ReactNode;
  /**
   * Width on the desktop, in px: 440 for a question, 480 for a form, 620 to read, 960 to write beside a text; 720 fills
   * a phone.
   */
  width?: 440 | 480 | 620 | 720 | 960;
  /** During a save neither Esc nor a click outside closes the dialog. */
  busy?: boolean;
  /** False for a dialog with typed text: an accidental click outside must not discard it. */
  closeOnClickOutside?: boolean;
  /** Hides the dialog although no layer is above it, because it is about to close. */
  hidden?: boolean;
  /** A dialog to read: its title gets the focus, so that it does not open scrolled to a link somewhere inside. */
  reads?: boolean;
  /** Has its final height from the start, so that content that loads later moves nothing. */
  steady?: boolean;
  /** A short text that screen readers read together with the title. */
  question?: ReactNode;
  children: ReactNode;
}

/** The implementation of `Dialog`, which screens use to load it on demand. */
export function DialogPanel({
  onClose,
  title,
  subtitle,
  width = 480,
  busy = false,
  hidden = false,
  closeOnClickOutside = true,
  reads = false,
  steady = false,
  question,
  children,
}: DialogProps) {
  const id = useId();
  const described = [typeof subtitle === 'string' && `${id}-subtitle`, question && `${id}-question`];
  const close = () => {
    if (!busy) onClose();
  };
  return (
    <Layer
      onClose={close}
      onClickOutside={closeOnClickOutside ? close : undefined}
      place={classes.place}
      className={classes.content}
      width={width}
      labelledBy={`${id}-title`}
      describedBy={described.filter(Boolean).join(' ') || undefined}
      whole={width === 720}
      steady={steady}
      hidden={hidden}
    >
      <div className={classes.header}>
        <h2 id={`${id}-title`} className={classes.title} {...(reads && { tabIndex: -1, 'data-autofocus': true })}>
          {title}
        </h2>
        {subtitle && (
          <div id={`${id}-subtitle`} className="secondary">
            {subtitle}
          </div>
        )}
      </div>
      {question && (
        <div id={`${id}-question`} className={classes.question}>
          {question}
        </div>
      )}
      {children}
      <CloseButton className={classes.close ?? ''} onClick={close} aria-disabled={busy || undefined} />
    </Layer>
  );
}
