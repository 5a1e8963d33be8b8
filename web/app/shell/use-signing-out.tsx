import { useRef, useState, type ReactNode } from 'react';
import { hasDrafts, haveOtherTabsDrafts } from '#web/ground/api/drafts.ts';
import { signOut } from '#web/ground/api/session.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';

/** Signs out, after a question if that deletes unsaved text. */
export function useSigningOut(): { start: () => void; question: ReactNode } {
  const [asking, setAsking] = useState(false);
  const [where, setWhere] = useState<'here' | 'elsewhere'>('here');
  const leaving = useRef(false);
  const leave = async () => {
    if (leaving.current) return;
    leaving.current = true;
    await signOut();
  };
  const start = async () => {
    const here = hasDrafts();
    if (!here && !(await haveOtherTabsDrafts())) return leave();
    setWhere(here ? 'here' : 'elsewhere');
    setAsking(true);
  };
  return {
    start: () => void start(),
    question: (
      <ConfirmDialog
        opened={asking}
        title="Выйти без сохранения?"
        cancelText="Остаться"
        confirmText="Выйти"
        onCancel={() => setAsking(false)}
        onConfirm={leave}
      >
        {where === 'here' ? 'В\u00A0этой' : 'В\u00A0другой'} вкладке есть черновик, который вы&nbsp;ещё
        не&nbsp;сохранили. После выхода он&nbsp;будет удалён.
      </ConfirmDialog>
    ),
  };
}
