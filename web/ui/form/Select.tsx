import { type SelectProps as MantineProps, TextInput } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { type ComponentType, useId, useState } from 'react';
import { loaded } from '#web/ground/parts/lazy-part.tsx';
import type { DropdownProps } from '#web/ui/form/Dropdown.tsx';

export interface SelectProps<Value extends string = string> extends Omit<
  MantineProps<Value>,
  'data' | 'ref' | 'onChange'
> {
  data: readonly (Value | { value: Value; label: string })[];
  /** Called with every choice; the field cannot be cleared. */
  onChange: (chosen: Value) => void;
  'data-autofocus'?: boolean | undefined;
}

const useDropdown = loaded(async () => (await import('#web/ui/form/Dropdown.tsx')).Dropdown);

const ORDER: NonNullable<MantineProps['inputWrapperOrder']> = ['label', 'description', 'input', 'error'];

/** A choice from a list. Its dropdown (25 KB) loads in the background, or as soon as the field is pressed. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const id = useId();
  const [before, setBefore] = useState<DropdownProps['before']>('left');
  const [typed, setTyped] = useState<string>();
  const Loaded = useDropdown(before === 'pressed') as ComponentType<
    SelectProps<Value> & Pick<DropdownProps, 'before' | 'typed'>
  > | null;
  if (Loaded) return <Loaded before={before} typed={typed} {...props} />;
  const { data, value, label, description, error, placeholder, className = '', inputWrapperOrder = ORDER } = props;
  const chosen = data.find((choice) => (typeof choice === 'string' ? choice : choice.value) === value) ?? '';
  return (
    <TextInput
      {...{ label, description, error, placeholder, className, inputWrapperOrder }}
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      aria-controls={id}
      aria-label={props['aria-label']}
      data-autofocus={props['data-autofocus']}
      readOnly={!props.searchable}
      value={typed ?? (typeof chosen === 'string' ? chosen : chosen.label)}
      rightSection={<IconSelector aria-hidden size={16} stroke={1.6} />}
      rightSectionPointerEvents="none"
      onClick={() => setBefore('pressed')}
      // Keeps text that is typed before the dropdown has loaded.
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        props.onSearchChange?.(currentTarget.value);
        setBefore('pressed');
      }}
      onKeyDown={({ key }) => [' ', 'Enter', 'ArrowDown', 'ArrowUp'].includes(key) && setBefore('pressed')}
      onFocus={() => setBefore((state) => (state === 'pressed' ? state : 'focused'))}
      onBlur={() => setBefore('left')}
    />
  );
}
