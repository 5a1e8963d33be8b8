import { hasDrafts, haveOtherTabsDrafts } from '#web/ground/api/drafts.ts';
import { signOut } from '#web/ground/api/session.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';

/** Signs out, after a question if that deletes unsaved text. */
export async function startSigningOut(): Promise<void> {
  const here = hasDrafts();
  if (!here && !(await haveOtherTabsDrafts())) return signOut();
  await confirm({
    title: 'Выйти без сохранения?',
    text: (
      <>
        {here ? 'В\u00A0этой' : 'В\u00A0другой'} вкладке есть черновик, который вы&nbsp;ещё не&nbsp;сохранили. После
        выхода он&nbsp;будет удалён.
      </>
    ),
    cancel: 'Остаться',
    button: 'Выйти',
    run: signOut,
  });
}
