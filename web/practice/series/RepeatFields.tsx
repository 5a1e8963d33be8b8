import { SERIES_LIMITS } from '#domain/series/series.ts';
import { ENDS, EVERY, type Repeat } from '#web/practice/series/repeat.ts';
import classes from '#web/practice/series/RepeatFields.module.css';
import { Segments } from '#web/ui/page/Segments.tsx';
import { DateField } from '#web/ui/date-field/DateField.tsx';
import { NumberField } from '#web/ui/form/NumberField.tsx';
import { Select } from '#web/ui/form/Select.tsx';

interface RepeatFieldsProps {
  value: Repeat;
  onChange: (repeat: Repeat) => void;
  /** The error in the end of the series. */
  error: string | undefined;
  today: Temporal.PlainDate;
  /** Hides the choice not to repeat. */
  always?: boolean;
}

/** How often a session repeats, and until when (SERIES-01). */
export function RepeatFields({ value, onChange, error, today, always = false }: RepeatFieldsProps) {
  const choices = always ? EVERY.slice(1) : EVERY;
  return (
    <div className="grid gap-3">
      <Select
        label="Повторять"
        className={classes.every ?? ''}
        data={choices}
        value={value.every}
        onChange={(every) => {
          const chosen = choices.find((choice) => choice.value === every);
          if (chosen) onChange({ ...value, every: chosen.value });
        }}
      />
      {value.every !== '0' && (
        <div className={classes.end}>
          <Segments
            label="Окончание серии"
            choices={ENDS}
            value={value.ends}
            onChange={(ends) => onChange({ ...value, ends })}
          />
          {value.ends === 'until' && (
            <DateField
              label="Последний день"
              value={value.until}
              onChange={(until) => onChange({ ...value, until })}
              today={today}
              error={error}
            />
          )}
          {value.ends === 'count' && (
            <NumberField
              label="Сколько сессий"
              value={value.count}
              onChange={(count) => onChange({ ...value, count })}
              min={1}
              max={SERIES_LIMITS.mostOccurrences}
              inputMode="numeric"
              error={error}
            />
          )}
        </div>
      )}
    </div>
  );
}
