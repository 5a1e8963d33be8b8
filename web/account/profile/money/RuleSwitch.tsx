import { useQuery } from '@tanstack/react-query';
import { counted, type Forms, plural, SESSIONS } from '#web/ground/format/plural.ts';
import { Switch } from '#web/ui/form/Switch.tsx';
import { countOptions } from '#web/ground/api/lists.ts';
import { filled } from '#web/ground/api/filter.ts';
import { ownId } from '#web/ground/api/session.ts';

interface RuleSwitchProps {
  label: string;
  outcome: 'late' | 'no_show';
  stored: boolean;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/**
 * A rule that also applies to past sessions; a change shows, before it is saved, how many sessions it affects
 * (MONEY-02).
 */
export function RuleSwitch({ label, outcome, stored, checked, onChange }: RuleSwitchProps) {
  const changed = checked !== stored;
  const { data } = useQuery({ ...lostCountQuery(outcome), enabled: changed });
  return (
    <div>
      <Switch
        label={label}
        description="Правило действует и&nbsp;на&nbsp;прошедшие сессии с&nbsp;ценой"
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <p aria-live="polite" className="small secondary">
        {changed && data !== undefined && wordsOf(data, checked)}
      </p>
    </div>
  );
}

const BECOMES: Forms = { one: 'Станет', few: 'Станут', many: 'Станут' };
const CEASES: Forms = { one: 'Перестанет быть', few: 'Перестанут быть', many: 'Перестанут быть' };

/** «Станут к оплате 3 сессии.» */
function wordsOf(count: number, due: boolean): string {
  if (count === 0) return 'Таких сессий с\u00A0ценой пока нет.';
  return `${plural(count, due ? BECOMES : CEASES)} к\u00A0оплате ${counted(count, SESSIONS)}.`;
}

/** Counts the sessions that a rule makes payable: those with a price that were cancelled late or missed. */
function lostCountQuery(outcome: 'late' | 'no_show') {
  const filter = filled(
    "user = {:user} && status = 'canceled' && outcome = {:outcome} && price > 0 && waived = false && client != ''",
    { user: ownId(), outcome },
  );
  return countOptions(['money', 'lost', outcome], {
    collection: 'sessions',
    page: 1,
    perPage: 1,
    skipTotal: false,
    filter,
    fields: 'id',
  });
}
