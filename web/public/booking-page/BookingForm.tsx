import { type FormEvent, useEffect, useRef } from 'react';
import { useStore } from '#web/ground/browser/store.ts';
import { TRAP } from '#domain/booking/booking.ts';
import type { ShownConsent } from '#domain/consents/consent.ts';
import classes from '#web/public/booking-page/BookingForm.module.css';
import card from '#web/public/visitor/form.module.css';
import type { Field } from '#web/public/booking-page/booking-form.ts';
import { ClosedBox } from '#web/public/booking-page/ClosedBox.tsx';
import { ConsentBox } from '#web/public/booking-page/ConsentBox.tsx';
import { ContactFields } from '#web/public/booking-page/ContactFields.tsx';
import { FreeTimes } from '#web/public/visitor/FreeTimes.tsx';
import { isFree } from '#web/public/visitor/free-time.ts';
import type { FreeTimeStore } from '#web/public/visitor/free-time-store.ts';
import type { KeptRequest } from '#web/public/booking-page/kept-request.ts';
import { LostTime } from '#web/public/visitor/LostTime.tsx';
import { monthOf } from '#web/public/visitor/month-grid.ts';
import { SubmitStrip } from '#web/public/booking-page/SubmitStrip.tsx';
import { useFocusNext } from '#web/public/visitor/use-focus-next.ts';
import { type SentForm, useBooking } from '#web/public/booking-page/use-booking.ts';
import type { Zones } from '#web/public/visitor/zone-comparison.ts';

interface BookingFormProps {
  address: string;
  kept: KeptRequest;
  store: FreeTimeStore;
  zones: Zones;
  /** Whether visitors get letters. */
  letters: boolean;
  /** What the visitor has to agree to; it can change while the form is open. */
  consent: ShownConsent | null;
  onConsent: (consent: ShownConsent | null) => void;
  onSent: (form: SentForm) => void;
}

export function BookingForm({ store, zones, letters, consent, ...options }: BookingFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const trap = useRef<HTMLInputElement>(null);
  const { freeTime, today, closed } = useStore(store);
  const { form, dispatch, sending, submit, isSent } = useBooking({
    ...options,
    letters,
    consent,
    today,
    onTaken: (time) => {
      store.withdraw(time);
      void store.refresh(monthOf(Temporal.PlainDate.from(time.date)));
    },
    onClosed: () => store.close(),
    focusField: (field) => element.current && focusField(element.current, field),
  });
  const focusNext = useFocusNext();
  // A time can be taken while the visitor is still writing; better to show it now than after sending.
  const { time } = form;
  const gone = time && !sending && !closed && freeTime.has(time.date) && !isFree(freeTime, time) && !isSent(time);
  useEffect(() => {
    if (gone) dispatch({ type: 'time lost', time });
  }, [gone, time, dispatch]);

  const send = (event: FormEvent) => {
    event.preventDefault();
    void submit(trap.current);
  };

  return (
    <form ref={element} noValidate className={card.form} onSubmit={send}>
      {closed && <ClosedBox className={card.lost} />}
      {form.lost && !closed && (
        <LostTime
          key={form.lost.start}
          className={card.lost}
          lost={form.lost}
          freeTime={freeTime}
          zones={zones}
          kept="Всё, что вы&nbsp;ввели, осталось на&nbsp;месте."
          onSelect={(offered) => {
            dispatch({ type: 'time chosen', time: offered });
            focusNext('[data-times] [aria-pressed="true"]');
          }}
        />
      )}
      <FreeTimes
        store={store}
        zones={zones}
        date={form.date}
        time={time?.start ?? null}
        errors={form.errors}
        inert={sending}
        onDate={(date) => dispatch({ type: 'date chosen', date })}
        onTime={(chosen) => dispatch({ type: 'time chosen', time: chosen })}
      />
      <div className={classes.who}>
        <ContactFields
          form={form}
          letters={letters}
          readOnly={sending}
          onType={(field, text) => dispatch({ type: 'typed', field, text })}
        />
        {consent && (
          <ConsentBox
            key={consent.id}
            consent={consent}
            agreed={form.consent === consent.id}
            error={form.errors.consent}
            onAgree={(text) => dispatch({ type: 'typed', field: 'consent', text })}
          />
        )}
      </div>
      <input
        ref={trap}
        name={TRAP}
        hidden
        tabIndex={-1}
        autoComplete="off"
        aria-hidden
        // Extensions that fill forms leave it then.
        {...{ 'data-1p-ignore': '', 'data-lpignore': 'true', 'data-bwignore': '', 'data-form-type': 'other' }}
      />
      <SubmitStrip time={time} zones={zones} sending={sending} />
    </form>
  );
}

/** Focuses the missing field. Without free times to choose from, that is a day of the calendar. */
function focusField(form: HTMLFormElement, field: Field): void {
  const day = '[role="grid"] button[tabindex="0"]';
  const target =
    field === 'date'
      ? form.querySelector<HTMLElement>(day)
      : field === 'time'
        ? (form.querySelector<HTMLElement>('[data-times] button') ?? form.querySelector<HTMLElement>(day))
        : form.querySelector<HTMLElement>(`[name="${field}"]`);
  target?.focus({ preventScroll: true });
  // On a phone a toast covers the top and the button the foot, so the missing field is centred between them.
  (target?.closest('table') ?? target)?.scrollIntoView({ block: isNarrow() ? 'center' : 'nearest' });
}

function isNarrow(): boolean {
  return matchMedia('(width < 48em)').matches;
}
