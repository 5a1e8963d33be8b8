interface Texts {
  news: string;
  thoughts: string;
}

const LABELS = [
  ['news', 'Новости клиента'],
  ['thoughts', 'Мысли о\u00A0сессии'],
] as const;

export function isWritten({ news = '', thoughts = '' }: Partial<Texts>): boolean {
  return news.trim() !== '' || thoughts.trim() !== '';
}

interface WrittenTextsProps extends Partial<Texts> {
  className?: string | undefined;
  /** Fields that hold a draft. */
  drafts?: Partial<Record<keyof Texts, boolean>>;
}

/** What is written about a session, to read; renders nothing where nothing is. */
export function WrittenTexts({ className, drafts = {}, ...session }: WrittenTextsProps) {
  if (!isWritten(session)) return null;
  const texts = LABELS.map(([field, label]) => ({ field, label, text: session[field]?.trim() })).filter(
    ({ text }) => text,
  );
  return (
    <dl className={className}>
      {texts.map(({ field, label, text }) => (
        <div key={field}>
          <dt>
            {label}
            {drafts[field] && ', черновик'}
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
