import { IconTemplate } from '@tabler/icons-react';
import { type RefObject, useId } from 'react';
import { lazyPart } from '#web/ground/parts/lazy-part.tsx';
import { FoldedItems } from '#web/ui/form/MoreMenu.tsx';

const TemplateItems = lazyPart(async () => (await import('#web/practice/templates/TemplateItems.tsx')).TemplateItems);

interface InsertTemplateProps {
  field: RefObject<HTMLTextAreaElement | null>;
  /** The name of the field, so that a screen reader can tell two such buttons apart. */
  into: string;
}

/** «Вставить шаблон»: inserts one of the practitioner's templates at the cursor of a field (CARD-04). */
export function InsertTemplate({ field, into }: InsertTemplateProps) {
  const id = useId();
  return (
    <div className="above-1">
      <span id={id} hidden>
        {into}
      </span>
      <FoldedItems
        describedBy={id}
        label="Вставить шаблон"
        icon={<IconTemplate aria-hidden size={16} stroke={1.6} />}
        variant="subtle"
        size="compact-sm"
      >
        <TemplateItems field={field} />
      </FoldedItems>
    </div>
  );
}
