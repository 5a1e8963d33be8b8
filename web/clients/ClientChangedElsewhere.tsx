import type { ClientInput } from '#domain/clients/client.ts';
import type { Drafting } from '#web/api/use-draft.ts';
import { ChangedElsewhere } from '#web/ui/draft/ChangedElsewhere.tsx';

const WHAT: Record<keyof ClientInput, string> = { name: 'имя', phone: 'телефон', description: 'описание' };

interface ClientChangedElsewhereProps {
  draft: Drafting<ClientInput>;
  /** What stands there now. */
  stored: ClientInput;
}

/** What of a client was changed here and in another window alike. */
export function ClientChangedElsewhere({ draft, stored }: ClientChangedElsewhereProps) {
  return draft.elsewhere.map((field) => (
    <ChangedElsewhere
      key={field}
      what={WHAT[field]}
      now={stored[field]}
      onMine={() => draft.insist([field])}
      onTheirs={() => draft.keepOnly((other) => other !== field)}
      onBoth={field === 'description' ? () => draft.join(field) : undefined}
    />
  ));
}
