import { TextInput, type TextInputProps } from '@mantine/core';
import { PLACE_LIMITS } from '#domain/places/place-rules.ts';

/** A field for a web address. */
export function LinkField(props: TextInputProps) {
  return (
    <TextInput
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      inputMode="url"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={PLACE_LIMITS.linkMax}
      {...props}
    />
  );
}
