import { Button } from '@mantine/core';
import { IconTag, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { knownTagsQuery } from '#web/practice/clients/queries.ts';
import { FoldedItems, MoreItem } from '#web/ui/form/MoreMenu.tsx';

interface TagFilterProps {
  /** '' for any. */
  tag: string;
  onTag: (tag: string) => void;
}

/** Filters the clients by one tag (CARD-05). */
export function TagFilter({ tag, onTag }: TagFilterProps) {
  const place = useRef<HTMLDivElement>(null);
  const chosen = useRef<string | null>(null);
  // The pressed button disappears, so the focus goes to the one that replaces it.
  useEffect(() => {
    if (chosen.current !== tag) return;
    chosen.current = null;
    place.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [tag]);
  const choose = (next: string) => {
    chosen.current = next;
    onTag(next);
  };
  return (
    <div ref={place}>
      {tag === '' ? (
        <FoldedItems label="Метка" icon={<IconTag aria-hidden size={18} stroke={1.6} />}>
          <Tags onTag={choose} />
        </FoldedItems>
      ) : (
        <Button
          variant="default"
          aria-pressed
          rightSection={<IconX aria-hidden size={16} stroke={1.6} />}
          onClick={() => choose('')}
        >
          Метка:&nbsp;<span translate="no">{tag}</span>
        </Button>
      )}
    </div>
  );
}

function Tags({ onTag }: Pick<TagFilterProps, 'onTag'>) {
  const { data = [] } = useQuery(knownTagsQuery());
  return data.map((tag) => (
    <MoreItem key={tag} onPress={() => onTag(tag)}>
      <span translate="no">{tag}</span>
    </MoreItem>
  ));
}
