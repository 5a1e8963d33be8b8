import { useEffect, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { EMAIL_MISTYPED } from '#domain/accounts/email.ts';
import { BOOKING_TEXT, TRAP } from '#domain/booking/booking.ts';
import type { ShownConsent } from '#domain/consents/consent.ts';
import { type Outcome, readPage, sendRequest } from '#web/public/booking-page/booking-api.ts';
import {
  bookingFormReducer,
  CONSENT_NEEDED,
  type Field,
  type FieldErrors,
  firstField,
  missingFields,
  mistypedEmail,
  phoneDoubt,
  requestOf,
  tooLongFields,
} from '#web/public/booking-page/booking-form.ts';
import type { OfferedTime } from '#web/public/visitor/free-time.ts';
import type { KeptRequest } from '#web/public/booking-page/kept-request.ts';
import { RequestIds } from '#web/public/booking-page/request-id.ts';
import { closeToasts, closeToast, showOnly } from '#web/public/visitor/only-toast.ts';
import { waitingText } from '#web/public/booking-page/waiting.ts';
import { ownZone } from '#web/ground/browser/own-zone.ts';

interface BookingOptions {
  kept: KeptRequest;
  today: Temporal.PlainDate;
  address: string;
  /** Whether visitors get letters. */
  letters: boolean;
  /** The text that the visitor has to consent to. */
  consent: ShownConsent | null;
  onConsent: (consent: ShownConsent | null) => void;
  onSent: (form: SentForm) => void;
  onTaken: (time: OfferedTime) => void;
  onClosed: () => void;
  focusField: (field: Field) => void;
}

/** What was sent, for the confirmation. */
export interface SentForm {
  time: OfferedTime;
  phone: string;
  email: string;
  /** The token of the request's own page; '' if a letter contains the link. */
  visit: string;
}

const ANSWER_FIRST =
  'Психолог отвечает на\u00A0прежние заявки. Попробуйте позже или свяжитесь с\u00A0ним напрямую. ' +
  'Всё, что вы\u00A0ввели, останется на\u00A0месте.';

const ASK_FOR_LINK =
  'Попросите у\u00A0психолога новую. Всё, что вы\u00A0ввели, останется здесь, пока открыта страница.';

const CONSENT_CHANGED = 'Текст согласия изменился. Прочитайте новый и\u00A0отметьте согласие ещё раз';

/** The form's state and its submit action. Typed values stay until the request is stored. */
export function useBooking({
  address,
  letters,
  consent,
  kept,
  today,
  onConsent,
  onSent,
  onTaken,
  onClosed,
  focusField,
}: BookingOptions) {
  const [form, dispatch] = useReducer(bookingFormReducer, today, (date) => ({
    ...kept.form(date),
    ...(!letters && { email: '' }),
  }));
  const [sending, setSending] = useState(false);
  const [ids] = useState(() => new RequestIds(kept));
  // State lags one render behind the second of two quick clicks.
  const underWay = useRef(false);
  const shownError = useRef<{ toast: number; field: Field } | null>(null);

  useEffect(() => kept.keepForm(form), [kept, form]);

  // Closes the toast once its field has no error, because it covers part of the page.
  useEffect(() => {
    if (!shownError.current || shownError.current.field in form.errors) return;
    closeToast(shownError.current.toast);
    shownError.current = null;
  }, [form.errors]);

  function refuse(errors: FieldErrors): void {
    // Synchronously, because a screen reader reads the error with the field only if it is there before the focus.
    flushSync(() => dispatch({ type: 'refused', errors }));
    const first = firstField(errors);
    if (first) focusField(first);
  }

  /** `trap` is the honeypot field, which people do not see. */
  async function submit(trap: HTMLInputElement | null): Promise<void> {
    if (underWay.current) return;
    closeToasts();
    const missing = missingFields(form, consent);
    const field = firstField(missing);
    if (field) {
      shownError.current = { toast: showOnly({ kind: 'error', message: BOOKING_TEXT.incomplete, brief: true }), field };
    }
    const errors = { ...mistypedEmail(form), ...tooLongFields(form), ...missing };
    const { time } = form;
    if (!time || firstField(errors)) return refuse(errors);
    const doubt = phoneDoubt(form);
    if (firstField(doubt)) return refuse(doubt);
    underWay.current = true;
    setSending(true);
    const request = requestOf(form, time, ownZone());
    const id = ids.idOf(request);
    const send = () => sendRequest(address, { ...request, id, [TRAP]: trap?.value ?? '' });
    let outcome = await send();
    if (trap?.value && outcome.kind === 'refused' && outcome.fields.includes(TRAP)) {
      // A browser extension has filled in the honeypot.
      trap.value = '';
      outcome = await send();
    }
    const page = outcome.kind === 'consent' ? await readPage(address).catch(() => null) : null;
    underWay.current = false;
    setSending(false);
    if (page?.consent) askAgain(page.consent);
    else settle(outcome, time);
  }

  /** Shows the consent text that is required now, which the visitor has not consented to (CONSENT-02). */
  function askAgain(now: ShownConsent): void {
    // Synchronously, because the box is mounted anew and has to exist before it is focused.
    flushSync(() => {
      onConsent(now);
      dispatch({ type: 'refused', errors: { consent: consent ? CONSENT_CHANGED : CONSENT_NEEDED } });
    });
    focusField('consent');
  }

  function settle(outcome: Outcome, time: OfferedTime): void {
    switch (outcome.kind) {
      case 'sent':
        showOnly({
          kind: 'success',
          title: 'Заявка отправлена!',
          message: 'Психолог свяжется с вами для подтверждения записи',
        });
        onSent({ time, phone: form.phone.trim(), email: form.email.trim(), visit: outcome.visit });
        break;
      case 'taken':
        dispatch({ type: 'time lost', time });
        onTaken(time);
        break;
      case 'closed':
        onClosed();
        break;
      case 'gone':
        showOnly({ kind: 'error', title: 'Эта ссылка больше не\u00A0работает', message: ASK_FOR_LINK });
        break;
      case 'waiting':
        showOnly({ kind: 'error', title: 'Сейчас заявку отправить нельзя', message: ANSWER_FIRST });
        break;
      case 'limited':
        showOnly({
          kind: 'error',
          title: 'Подождите немного',
          message: waitingText(outcome.seconds, Temporal.Now.zonedDateTimeISO()),
        });
        break;
      case 'refused':
        showFailure();
        refuse(
          Object.fromEntries(
            outcome.fields
              .filter(isOurs)
              .map((field) => [field, field === 'email' ? EMAIL_MISTYPED : 'Проверьте это поле']),
          ),
        );
        break;
      case 'unreachable':
        showFailure('Нет связи с\u00A0сервером, проверьте соединение. Всё, что вы\u00A0ввели, осталось на\u00A0месте.');
        break;
      case 'consent':
      case 'failed':
        showFailure();
        break;
    }
  }

  /** Whether it may be this request that takes the chosen time, because its response was lost. */
  const isSent = (time: OfferedTime) => ids.isLast(requestOf(form, time, null));

  return { form, dispatch, sending, submit, isSent };
}

function isOurs(field: string): boolean {
  return field === 'name' || field === 'phone' || field === 'email' || field === 'message';
}

function showFailure(why?: string): void {
  const message = 'Не удалось отправить заявку. Попробуйте еще раз';
  showOnly({ kind: 'error', title: 'Ошибка', message, ...(why && { why }) });
}
