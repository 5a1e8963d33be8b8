import { ComingPage } from '#web/shell/ComingPage.tsx';

export function NotesPage() {
  return <ComingPage title="Заметки" hint="Здесь можно будет вести записи о практике." />;
}
