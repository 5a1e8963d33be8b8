import { type BookingForm, roomLeft, type TextField, tooLongFields } from '#web/public/booking-page/booking-form.ts';
import classes from '#web/public/booking-page/ContactFields.module.css';
import { Field } from '#web/public/visitor/Field.tsx';

interface ContactFieldsProps {
  form: BookingForm;
  /** Whether visitors get letters; otherwise no e-mail address is asked for. */
  letters: boolean;
  /** True while the request is being sent. */
  readOnly: boolean;
  onType: (field: TextField, text: string) => void;
}

/** The visitor's name, phone, address and message. */
export function ContactFields({ form, letters, readOnly, onType }: ContactFieldsProps) {
  const errors = { ...tooLongFields(form), ...form.errors };
  return (
    <div className={classes.fields}>
      <Field label="Имя" required error={errors.name}>
        {(control) => (
          <input
            {...control}
            name="name"
            autoComplete="name"
            autoCapitalize="words"
            enterKeyHint="next"
            readOnly={readOnly}
            value={form.name}
            onChange={(event) => onType('name', event.target.value)}
          />
        )}
      </Field>
      <Field label="Телефон" required error={errors.phone}>
        {(control) => (
          <input
            {...control}
            name="phone"
            type="tel"
            autoComplete="tel"
            enterKeyHint="next"
            placeholder="+7 (___) ___-__-__"
            readOnly={readOnly}
            value={form.phone}
            onChange={(event) => onType('phone', event.target.value)}
          />
        )}
      </Field>
      {letters && (
        <div className={classes.wide}>
          <Field label="Email" hint="Пришлём подтверждение и&nbsp;напоминание" error={errors.email}>
            {(control) => (
              <input
                {...control}
                name="email"
                inputMode="email"
                autoComplete="email"
                autoCapitalize="none"
                spellCheck={false}
                enterKeyHint="next"
                readOnly={readOnly}
                value={form.email}
                onChange={(event) => onType('email', event.target.value)}
              />
            )}
          </Field>
        </div>
      )}
      <div className={classes.wide}>
        <Field
          label="Сообщение"
          hint="Если хочется, коротко: что сейчас беспокоит. Увидит только психолог."
          error={errors.message}
          remark={roomLeft(form.message) ?? undefined}
        >
          {(control) => (
            <textarea
              {...control}
              name="message"
              autoComplete="off"
              rows={3}
              readOnly={readOnly}
              value={form.message}
              onChange={(event) => onType('message', event.target.value)}
            />
          )}
        </Field>
      </div>
    </div>
  );
}
