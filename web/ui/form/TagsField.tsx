import { CloseButton, TextInput } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { isolated } from '#domain/text/isolated.ts';
import classes from '#web/ui/form/TagsField.module.css';

interface TagsFieldProps {
  label: ReactNode;
  description?: string;
  /** Includes the tag that is being typed as the last one, so that saves and drafts contain it. */
  value: readonly string[];
  error: string | undefined;
  /** Returns the tags without duplicates. */
  clean: (tags: readonly string[]) => string[];
  /** Suggested while a tag is being typed. */
  known: readonly string[];
  onChange: (tags: string[]) => void;
  onFocus?: () => void;
}

/** Short words; comma, Enter or leaving the field turns the typed one into a chip. */
export function TagsField({ label, description, value, error, clean, known, onChange, onFocus }: TagsFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  // If the tags were replaced from outside, the last one is no longer the typed text.
  const isTyping = typed !== '' && value.at(-1) === typed.trim();
  if (typed.trim() !== '' && !isTyping) setTyped('');
  const tags = isTyping ? value.slice(0, -1) : value;
  const type = (text: string) => {
    const parts = text.split(/[,\n]/);
    const last = (parts.pop() ?? '').trimStart();
    const ended = clean([...tags, ...parts]);
    setTyped(last);
    onChange(last.trim() === '' ? ended : [...ended, last.trim()]);
  };
  const end = () => {
    if (typed === '') return;
    setTyped('');
    onChange(clean(value));
  };
  const remove = (at: number) => {
    onChange(value.filter((_, index) => index !== at));
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && typed.trim() !== '') {
      event.preventDefault();
      end();
    }
    if (event.key === 'Backspace' && typed === '' && tags.length > 0) remove(tags.length - 1);
  };
  return (
    <div>
      <TextInput
        ref={field}
        label={label}
        description={description}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="off"
        list={id}
        value={typed}
        error={error}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={end}
        {...(onFocus && { onFocus })}
      />
      {tags.length > 0 && (
        <ul role="list" aria-label="Поставленные метки" className={classes.tags}>
          {tags.map((tag, at) => (
            <li key={tag} className={classes.tag}>
              <span translate="no">{tag}</span>
              <CloseButton size="sm" aria-label={`Убрать метку «${isolated(tag)}»`} onClick={() => remove(at)} />
            </li>
          ))}
        </ul>
      )}
      <datalist id={id}>
        {known
          .filter((tag) => !tags.includes(tag))
          .map((tag) => (
            <option key={tag}>{tag}</option>
          ))}
      </datalist>
    </div>
  );
}
