import type { SealedText } from '#web/ground/api/sealed-text.ts';
import { NotOpened } from '#web/ui/base/NotOpened.tsx';

interface Texts {
  news: SealedText;
  thoughts: SealedText;
}

const LABELS = [
  ['news', 'Новости клиента'],
  ['thoughts', 'Мысли о\u00A0сессии'],
] as const;

/** A text that cannot be decrypted counts as written. */
export function isWritten(session: Texts): boolean {
  return LABELS.some(([field]) => session[field]?.trim() !== '');
}

interface WrittenTextsProps extends Texts {
  className?: string | undefined;
  /** Fields with an unsaved draft. */
  drafts?: Partial<Record<keyof Texts, boolean>>;
}

/** The texts of a session, read-only; renders nothing if there are none. */
export function WrittenTexts({ className, drafts = {}, ...session }: WrittenTextsProps) {
  if (!isWritten(session)) return null;
  const texts = LABELS.map(([field, label]) => ({ field, label, text: session[field]?.trim() })).filter(
    ({ text }) => text !== '',
  );
  // One notice instead of one per text.
  if (texts.every(({ text }) => text === undefined)) {
    return (
      <div className={className}>
        <NotOpened />
      </div>
    );
  }
  return (
    <dl className={className}>
      {texts.map(({ field, label, text }) => (
        <div key={field}>
          <dt>
            {label}
            {drafts[field] && ', черновик'}
          </dt>
          {text === undefined ? (
            <dd>
              <NotOpened />
            </dd>
          ) : (
            <dd translate="no">{text}</dd>
          )}
        </div>
      ))}
    </dl>
  );
}
