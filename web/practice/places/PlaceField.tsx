import { Button, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { isLeftOut } from '#domain/letters/told-place.ts';
import { placeOf } from '#domain/places/place.ts';
import { PLACE_LIMITS } from '#domain/places/place-rules.ts';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import { JoinLink } from '#web/practice/places/JoinLink.tsx';
import { LeftOutHint } from '#web/practice/places/LeftOutHint.tsx';
import classes from '#web/practice/places/PlaceField.module.css';
import { type ClientPlaceRecord, showPlace } from '#web/practice/places/place-words.ts';

interface PlaceFieldProps {
  /** The session's own place; '' if its client's place applies. */
  value: string;
  client: ClientPlaceRecord | null;
  error: string | undefined;
  onChange: (place: string) => void;
}

/** The place of a session with its link, and a field for another place for this session only (PLACE-01). */
export function PlaceField({ value, client, error, onChange }: PlaceFieldProps) {
  const profile = useProfile();
  const [isOpened, setOpened] = useState(false);
  const wasPressed = useRef(false);
  const usual = showPlace(placeOf({ session: null, client, profile }));
  const place = placeOf({ session: { place: value.trim() }, client, profile });
  const isTyped = isOpened || value !== '' || error !== undefined;
  const field = (input: HTMLInputElement | null) => {
    if (!wasPressed.current) return;
    wasPressed.current = false;
    input?.focus();
  };
  return (
    <div className={classes.place} role="group" aria-label="Место">
      {isTyped ? (
        <div className={classes.field}>
          <TextInput
            ref={field}
            label="Другое место"
            description={usual === '' ? 'Адрес или ссылка https://' : `Если пусто: ${usual}`}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="off"
            maxLength={PLACE_LIMITS.sessionMax}
            value={value}
            error={error}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          {isLeftOut(value) && <LeftOutHint />}
        </div>
      ) : (
        usual !== '' && (
          <div className={classes.shown}>
            <p className="label medium">Место</p>
            <p className="anywhere">{usual}</p>
          </div>
        )
      )}
      <div className={classes.actions}>
        {place.link !== '' && <JoinLink link={place.link} />}
        {!isTyped && (
          <Button
            variant="subtle"
            onClick={() => {
              wasPressed.current = true;
              setOpened(true);
            }}
          >
            {usual === '' ? 'Указать место' : 'Другое место'}
          </Button>
        )}
      </div>
    </div>
  );
}
