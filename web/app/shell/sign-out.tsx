import { hasDrafts } from '#web/ground/api/drafts.ts';
import { signOut } from '#web/ground/api/session.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';

/** Signs out; asks first if that deletes unsaved text of this tab or another one. */
export async function startSigningOut(): Promise<void> {
  if (!hasDrafts()) return signOut();
  await confirm({
    title: 'Выйти без сохранения?',
    text: <>Есть черновик, который вы&nbsp;ещё не&nbsp;сохранили. После выхода он&nbsp;будет удалён.</>,
    cancel: 'Остаться',
    button: 'Выйти',
    run: signOut,
  });
}
