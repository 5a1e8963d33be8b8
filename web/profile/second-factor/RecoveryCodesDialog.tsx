import { Button } from '@mantine/core';
import { IconCopy, IconPrinter } from '@tabler/icons-react';
import { useUser } from '#web/api/session.ts';
import { showDate } from '#web/format/dates.ts';
import classes from '#web/profile/second-factor/SecondFactor.module.css';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog/Dialog.tsx';
import { toast } from '#web/ui/toast/toast.ts';

interface RecoveryCodesDialogProps {
  opened: boolean;
  codes: readonly string[];
  onClose: () => void;
}

/** The recovery codes, shown once: to print and to copy (SAFE-01). */
export function RecoveryCodesDialog({ opened, codes, onClose }: RecoveryCodesDialogProps) {
  const { email } = useUser();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      toast.success('Коды скопированы');
    } catch {
      toast.error('Не\u00A0удалось скопировать коды. Выделите их\u00A0и\u00A0скопируйте сами.');
    }
  };
  return (
    <Dialog opened={opened} onClose={onClose} width={620} closeOnClickOutside={false} title="Коды восстановления">
      <DialogBody>
        <div className="screen-only">
          <InlineBox kind="warning">
            Сохраните коды сейчас: больше они не&nbsp;покажутся. С&nbsp;каждым можно один раз войти без телефона, вместе
            с&nbsp;паролем. Храните их&nbsp;не&nbsp;в&nbsp;телефоне с&nbsp;приложением.
          </InlineBox>
        </div>
        <p className="paper-only">
          Аккаунт {email}, {showDate(Temporal.Now.plainDateISO())}. Каждый код действует один раз, вместе
          с&nbsp;паролем.
        </p>
        <ol className={classes.codes} aria-label="Коды восстановления">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
      </DialogBody>
      <DialogFooter
        start={
          <Button
            variant="default"
            leftSection={<IconCopy aria-hidden size={18} stroke={1.6} />}
            onClick={() => void copy()}
          >
            Скопировать
          </Button>
        }
      >
        <Button
          variant="default"
          leftSection={<IconPrinter aria-hidden size={18} stroke={1.6} />}
          onClick={() => window.print()}
        >
          Распечатать
        </Button>
        <Button onClick={onClose} data-autofocus>
          Коды сохранены
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
