import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useStore } from '#web/ground/browser/store.ts';
import { TRAP } from '#domain/booking/booking.ts';
import type { ShownConsent } from '#domain/consents/consent.ts';
import classes from '#web/public/booking-page/BookingForm.module.css';
import card from '#web/public/visitor/form.module.css';
import type { Field } from '#web/public/booking-page/booking-form.ts';
import { ContactFields } from '#web/public/booking-page/ContactFields.tsx';
import { FreeTimes } from '#web/public/visitor/FreeTimes.tsx';
import { isFree, type OfferedTime } from '#web/public/visitor/free-time.ts';
import type { FreeTimeStore } from '#web/public/visitor/free-time-store.ts';
import type { KeptRequest } from '#web/public/booking-page/kept-request.ts';
import { LostTime } from '#web/public/visitor/LostTime.tsx';
import { monthOf } from '#web/public/visitor/month-grid.ts';
import { useFocusNext } from '#web/public/visitor/use-focus-next.ts';
import { type SentForm, useBooking } from '#web/public/booking-page/use-booking.ts';
import type { Zones } from '#web/public/visitor/zone-comparison.ts';
import { NewsBox } from '#web/public/visitor/NewsBox.tsx';
import consentBox from '#web/public/booking-page/ConsentBox.module.css';
import controls from '#web/public/visitor/controls.module.css';
import stripClasses from '#web/public/visitor/strip.module.css';
import { TimeInWords } from '#web/public/visitor/TimeInWords.tsx';
import { useKeptFocus } from '#web/public/visitor/use-kept-focus.ts';
import { Lamp } from '#web/ui/base/Lamp.tsx';

interface BookingFormProps {
  address: string;
  kept: KeptRequest;
  store: FreeTimeStore;
  zones: Zones;
  /** Whether visitors get letters. */
  letters: boolean;
  /** The text that the visitor has to consent to; it can change while the form is open. */
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
  // Another visitor can take the time while this one is typing; better to show that now than after sending.
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
        // Tells form-filling extensions to ignore the field.
        {...{ 'data-1p-ignore': '', 'data-lpignore': 'true', 'data-bwignore': '', 'data-form-type': 'other' }}
      />
      <SubmitStrip time={time} zones={zones} sending={sending} />
    </form>
  );
}

/** Focuses the missing field. If there are no times to choose, that is a day of the calendar. */
function focusField(form: HTMLFormElement, field: Field): void {
  const day = '[role="grid"] button[tabindex="0"]';
  const target =
    field === 'date'
      ? form.querySelector<HTMLElement>(day)
      : field === 'time'
        ? (form.querySelector<HTMLElement>('[data-times] button') ?? form.querySelector<HTMLElement>(day))
        : form.querySelector<HTMLElement>(`[name="${field}"]`);
  target?.focus({ preventScroll: true });
  // On a phone a toast covers the top and the button covers the bottom, so the missing field is centred between them.
  (target?.closest('table') ?? target)?.scrollIntoView({ block: isNarrow() ? 'center' : 'nearest' });
}

function isNarrow(): boolean {
  return matchMedia('(width < 48em)').matches;
}

/** Shown when the practitioner closes the page while the visitor fills it in (BOOK-07). */
function ClosedBox({ className }: { className: string | undefined }) {
  return (
    <NewsBox
      className={className}
      kind="warning"
      title="Запись сейчас закрыта."
      text="Психолог пока не&nbsp;принимает заявки. Всё, что вы&nbsp;ввели, осталось на&nbsp;месте: попробуйте отправить позже."
    />
  );
}

interface ConsentBoxProps {
  consent: ShownConsent;
  agreed: boolean;
  error: string | undefined;
  /** Receives the id of the document; '' when the visitor unticks the box. */
  onAgree: (document: string) => void;
}

/** The visitor's consent, with its text to read in place (CONSENT-02). */
function ConsentBox({ consent: { id, title, text }, agreed, error, onAgree }: ConsentBoxProps) {
  const below = useId();
  // A text that changed while the visitor filled in the form arrives with an error and is unfolded at once.
  const [opened] = useState(error !== undefined);
  return (
    <div className="above-5">
      <label className={consentBox.label}>
        <input
          type="checkbox"
          name="consent"
          className={consentBox.tick}
          autoComplete="off"
          aria-required
          aria-invalid={error !== undefined}
          aria-describedby={error && below}
          checked={agreed}
          onChange={(event) => onAgree(event.target.checked ? id : '')}
        />
        Даю согласие на&nbsp;обработку персональных данных
      </label>
      {error && (
        <p id={below} className={controls.error}>
          {error}
        </p>
      )}
      <details open={opened}>
        <summary className={consentBox.summary}>Прочитать текст согласия</summary>
        <div className={consentBox.text}>
          <h2 className={consentBox.title}>{title}</h2>
          <p>{text}</p>
        </div>
      </details>
    </div>
  );
}

interface SubmitStripProps {
  time: OfferedTime | null;
  zones: Zones;
  sending: boolean;
}

/** The bottom of the form: the chosen time under the lamp, and the button. On the phone it stays visible. */
function SubmitStrip({ time, zones, sending }: SubmitStripProps) {
  const button = useKeptFocus(sending);
  return (
    <div className={stripClasses.strip} data-strip data-chosen={time !== null || undefined}>
      {time && (
        <>
          <Lamp shade="none" />
          <div className={stripClasses.chosen}>
            <span className={stripClasses.caption}>Вы&nbsp;выбрали</span>
            <TimeInWords time={time} zones={zones} />
          </div>
        </>
      )}
      <button ref={button} type="submit" className={`${controls.primary} ${stripClasses.submit}`} disabled={sending}>
        {sending ? 'Отправляем заявку...' : 'Записаться на консультацию'}
      </button>
    </div>
  );
}
