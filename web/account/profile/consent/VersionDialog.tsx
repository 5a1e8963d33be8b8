import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ConsentVersion, documentQuery } from '#web/practice/consents/queries.ts';
import classes from '#web/account/profile/consent/ConsentSection.module.css';
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog/Dialog.tsx';
import { Coming } from '#web/ui/page/Coming.tsx';

interface VersionDialogProps {
  version: ConsentVersion;
  /** When it was the current version, in words. */
  period: string;
  onClose: () => void;
}

/** One version of the text as it was shown. */
export function VersionDialog({ version, period, onClose }: VersionDialogProps) {
  const document = useQuery(documentQuery(version.id));
  return (
    <Dialog reads onClose={onClose} width={620} title={`Версия\u00A0${version.version}`} subtitle={period}>
      <DialogBody>
        <h3>{version.title}</h3>
        {document.data ? (
          <>
            <p className={classes.text}>{document.data.text}</p>
            <p className={`${classes.hash} small secondary`}>SHA-256: {document.data.hash}</p>
          </>
        ) : (
          <Coming query={document} failed="Не&nbsp;удалось загрузить текст" text="Загрузка текста..." count={2} />
        )}
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Закрыть
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
