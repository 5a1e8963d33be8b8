import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { MORE_FIELDS } from '#domain/clients/client.ts';
import { lazyPart } from '#web/ground/parts/lazy-part.tsx';
import type { MoreFieldsProps } from '#web/practice/clients/MoreFields.tsx';

const MoreFields = lazyPart(async () => (await import('#web/practice/clients/MoreFields.tsx')).MoreFields);

/**
 * «Ещё» unfolds the rarely used fields; they are unfolded from the start if one of them has a value. Texts that cannot
 * be decrypted do not count, unless something was typed into them before.
 */
export function FoldedFields({ form }: MoreFieldsProps) {
  const { values, errors, draft } = form;
  const [opened, setOpened] = useState(() =>
    MORE_FIELDS.some((name) => values[name].length > 0 || draft.hiddenTyped[name] !== undefined),
  );
  const shown = opened || MORE_FIELDS.some((name) => errors[name] !== undefined);
  return (
    <>
      <div>
        <Button
          variant="default"
          aria-expanded={shown}
          rightSection={
            <IconChevronDown aria-hidden size={18} stroke={1.6} style={shown ? { rotate: '180deg' } : {}} />
          }
          onClick={() => setOpened(!shown)}
        >
          Ещё
        </Button>
      </div>
      {shown && <MoreFields form={form} />}
    </>
  );
}
