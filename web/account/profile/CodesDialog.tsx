import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useUser } from '#web/ground/api/session.ts';
import { showDate } from '#web/ground/format/dates.ts';
import { CopyButton } from '#web/account/profile/CopyButton.tsx';
import classes from '#web/account/profile/second-factor/SecondFactor.module.css';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog/Dialog.tsx';
import { readToday } from '#web/ground/browser/clock.ts';
import { clockZone } from '#web/ground/browser/clock-zone.ts';

interface CodesDialogProps {
  title: string;
  /** One code per line, numbered. */
  codes: readonly string[];
  /** The text that «Скопировать» copies. */
  copied: string;
  /** Explains the codes: `children` on the screen, `paper` in print. */
  children: ReactNode;
  paper: ReactNode;
  doneText: string;
  onDone: () => void;
  onClose: () => void;
}

/** Shows codes only once, to print or copy (SAFE-01, SEAL-04). */
export function CodesDialog({ title, codes, copied, children, paper, doneText, onDone, onClose }: CodesDialogProps) {
  const { email } = useUser();
  return (
    <Dialog
      reads
      onClose={onClose}
      width={620}
      closeOnClickOutside={false}
      title={title}
      question={
        <div className="screen-only">
          <InlineBox kind="warning">{children}</InlineBox>
        </div>
      }
    >
      <DialogBody>
        <p className="paper-only">
          Аккаунт {email}, {showDate(readToday(clockZone()))}. {paper}
        </p>
        <ol className={classes.codes} aria-label={title}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
      </DialogBody>
      <DialogFooter start={<CopyButton text={copied}>Скопировать</CopyButton>}>
        <Button
          variant="default"
          leftSection={<IconPrinter aria-hidden size={18} stroke={1.6} />}
          onClick={() => window.print()}
        >
          Распечатать
        </Button>
        <Button onClick={onDone}>{doneText}</Button>
      </DialogFooter>
    </Dialog>
  );
}
