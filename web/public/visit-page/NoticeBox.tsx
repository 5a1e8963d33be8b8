import { useRef } from 'react';
import type { Notice } from '#web/public/visit-page/visit-state.ts';
import { noticeWords } from '#web/public/visit-page/visit-words.ts';
import { useBroughtIntoSight } from '#web/public/visitor/use-brought-into-sight.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';

/** Why a press changed nothing, or that the practitioner moved the visit meanwhile. */
export function NoticeBox({ notice, className }: { notice: Notice; className: string | undefined }) {
  const box = useRef<HTMLDivElement>(null);
  useBroughtIntoSight(box);
  const { title, text } = noticeWords(notice);
  const kind = notice.kind === 'unreachable' || notice.kind === 'failed' ? 'error' : 'overlap';
  return (
    <div ref={box} tabIndex={-1} className={className}>
      <InlineBox kind={kind} title={title} announce>
        {text}
      </InlineBox>
    </div>
  );
}
