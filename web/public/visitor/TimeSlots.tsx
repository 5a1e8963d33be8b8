import { type KeyboardEvent, type ReactNode, type RefCallback, useCallback, useId, useState } from 'react';
import type { Slot } from '#domain/booking/booking.ts';
import controls from '#web/public/visitor/controls.module.css';
import classes from '#web/public/visitor/TimeSlots.module.css';
import { visitorTime, type Zones, zoneSentence } from '#web/public/visitor/zone-comparison.ts';
import { showDayInWords } from '#web/ground/format/dates.ts';
import { counted } from '#web/ground/format/plural.ts';

/** In pixels; less than this is only the list's own padding. */
const PADDING_PX = 8;

/** The `ref` of a scrolling list, and whether more content lies below the visible part. */
function useMoreBelow(): { ref: RefCallback<HTMLElement>; more: boolean } {
  const [more, setMore] = useState(false);
  const ref = useCallback((list: HTMLElement) => {
    const look = () => setMore(list.scrollHeight - list.clientHeight - list.scrollTop > PADDING_PX);
    const size = new ResizeObserver(look);
    size.observe(list);
    list.addEventListener('scroll', look, { passive: true });
    return () => {
      size.disconnect();
      list.removeEventListener('scroll', look);
    };
  }, []);
  return { ref, more };
}

const FREE_TIMES = { one: 'вариант времени', few: 'варианта времени', many: 'вариантов времени' };
const COLUMNS = 3;

interface TimeSlotsProps {
  /** The chosen date; null before one is chosen. */
  date: Temporal.PlainDate | null;
  /** Free times of the date; undefined until loaded. */
  slots: readonly Slot[] | undefined;
  /** `start` of the chosen time. */
  selected: string | null;
  zones: Zones;
  /** True if choosing this date has cleared the previous time, which is announced. */
  dropped: boolean;
  error?: string | undefined;
  onSelect: (slot: Slot) => void;
  /** Shown instead of times that failed to load or do not exist. */
  instead?: ReactNode;
}

/** The free times of the chosen date, as buttons in a list of limited height. */
export function TimeSlots({ date, slots, selected, zones, dropped, error, onSelect, instead }: TimeSlotsProps) {
  const id = useId();
  const some = slots !== undefined && slots.length > 0;
  const { ref, more } = useMoreBelow();
  return (
    <div role="group" data-day-times aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="lead">
        {date ? showDayInWords(date) : 'Время'}
      </h2>
      {some && <p className="small secondary">{zoneSentence(slots, zones)}</p>}
      {/* Not role="status": Orca's arrow keys skip text inside one. */}
      <div aria-live="polite" className={some ? 'visually-hidden' : classes.status}>
        {some && dropped && 'Выбранное время снято. '}
        {statusText(date, slots)}
      </div>
      {some ? (
        <div key={slots[0]?.start} ref={ref} className={classes.list} data-times data-more={more || undefined}>
          {slots.map((slot) => (
            <TimeChip
              key={slot.start}
              slot={slot}
              zones={zones}
              selected={slot.start === selected}
              describedBy={error && `${id}-error`}
              onSelect={() => onSelect(slot)}
            />
          ))}
        </div>
      ) : (
        instead
      )}
      {error && (
        <p id={`${id}-error`} className={controls.error}>
          {error}
        </p>
      )}
    </div>
  );
}

function statusText(date: Temporal.PlainDate | null, slots: readonly Slot[] | undefined): string {
  if (!date) return 'Сначала выберите дату';
  if (!slots) return '';
  if (slots.length === 0) return 'В выбранную дату нет доступных слотов для записи';
  return `${showDayInWords(date)}: свободно ${counted(slots.length, FREE_TIMES)}`;
}

interface TimeChipProps {
  slot: Slot;
  zones: Zones;
  selected: boolean;
  /** On the button, which gets the focus: a description of the group around it would not be read. */
  describedBy: string | undefined;
  onSelect: () => void;
}

function TimeChip({ slot, zones, selected, describedBy, onSelect }: TimeChipProps) {
  const own = visitorTime(slot, zones);
  return (
    <button
      type="button"
      className={classes.chip}
      aria-pressed={selected}
      aria-describedby={describedBy}
      onClick={onSelect}
      onKeyDown={moveFocus}
    >
      <span className={classes.time}>{slot.time}</span>
      {own && <span className={classes.own}>{own.time}</span>}
      {own?.date && <span className={classes.own}>{own.date}</span>}
    </button>
  );
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -COLUMNS, ArrowDown: COLUMNS };

/** The arrow keys move through the times, as through the days of the calendar. */
function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = STEPS[event.key];
  if (step === undefined) return;
  const chips = [...(event.currentTarget.parentElement?.children ?? [])];
  const target = chips[chips.indexOf(event.currentTarget) + step];
  if (!(target instanceof HTMLElement)) return;
  event.preventDefault();
  target.focus();
}
