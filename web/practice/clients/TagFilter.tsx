import { Button } from '@mantine/core';
import { IconTag, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { knownTagsQuery } from '#web/practice/clients/queries.ts';
import { FoldedItems, MoreItem } from '#web/ui/form/MoreMenu.tsx';

export interface TagFilterProps {
  /** '' for any. */
  tag: string;
  onTag: (tag: string) => void;
}

/** Chooses the clients with one tag (CARD-05). */
export function TagFilter({ tag, onTag }: TagFilterProps) {
  if (tag !== '') {
    return (
      <Button
        variant="default"
        aria-pressed
        rightSection={<IconX aria-hidden size={16} stroke={1.6} />}
        onClick={() => onTag('')}
      >
        Метка: <span translate="no">{tag}</span>
      </Button>
    );
  }
  return (
    <FoldedItems label="Метка" icon={<IconTag aria-hidden size={18} stroke={1.6} />}>
      <Tags onTag={onTag} />
    </FoldedItems>
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
