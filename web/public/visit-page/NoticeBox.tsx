import type { Notice } from '#web/public/visit-page/visit-state.ts';
import { noticeWords } from '#web/public/visit-page/visit-words.ts';
import { NewsBox } from '#web/public/visitor/NewsBox.tsx';

/** Why an action changed nothing, or that the practitioner moved the visit meanwhile. */
export function NoticeBox({ notice, className }: { notice: Notice; className: string | undefined }) {
  const kind = notice.kind === 'unreachable' || notice.kind === 'failed' ? 'error' : 'overlap';
  return <NewsBox kind={kind} {...noticeWords(notice)} className={className} />;
}
