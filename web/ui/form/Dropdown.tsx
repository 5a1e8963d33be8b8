import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { Select, type SelectProps } from '@mantine/core';
import { type RefAttributes, useEffect, useEffectEvent, useRef, useState } from 'react';

export interface DropdownProps extends SelectProps {
  /** Whether the placeholder field before this component loaded was pressed or focused. */
  before: 'pressed' | 'focused' | 'left';
  /** The text typed into that placeholder. */
  typed?: string | undefined;
}

/** A list of choices that scrolls itself; pressing the selected option keeps it selected. */
export function Dropdown({ before, typed, ...props }: DropdownProps) {
  const field = useRef<HTMLInputElement>(null);
  // Mantine calls `onDropdownOpen` only when it opens the list itself.
  const tellOpened = useEffectEvent(() => props.onDropdownOpen?.());
  useEffect(() => {
    if (before !== 'left') field.current?.focus();
    if (before === 'pressed') tellOpened();
  }, [before]);
  const own = { ref: field, defaultDropdownOpened: before === 'pressed' };
  return props.searchable ? (
    <Searched {...own} typedBefore={typed} {...props} />
  ) : (
    <Select {...LOOK} {...own} {...props} />
  );
}

/** A typed text that matches no choice stays with an error, where Mantine would restore the previous choice. */
function Searched({
  typedBefore,
  onSearchChange,
  searchValue,
  error,
  ...props
}: SelectProps & RefAttributes<HTMLInputElement> & { typedBefore: string | undefined }) {
  const chosen = labelOf(props.data, props.value) ?? '';
  const [search, setSearch] = useState(typedBefore ?? chosen);
  /** The typed text counts only as long as the choice beside it stays the same. */
  const typed = useRef({ text: typedBefore ?? '', beside: chosen });
  const [left, setLeft] = useState('');
  const show = (text: string) => {
    setSearch(text);
    onSearchChange?.(text);
  };
  /** On mount Mantine resets the search to the label of the choice, even if something was typed. */
  const keeps = useRef(typedBefore !== undefined);
  useEffect(() => void (keeps.current = false), []);
  return (
    <Select
      {...LOOK}
      {...props}
      error={left !== '' && left === (searchValue ?? search) ? 'Выберите из\u00A0списка' : error}
      searchValue={searchValue ?? search}
      onSearchChange={(text) => keeps.current || show(text)}
      onInput={({ currentTarget }) => (typed.current = { text: currentTarget.value, beside: chosen })}
      onOptionSubmit={(value) => {
        typed.current.text = '';
        // Choosing the same option again triggers no change in Mantine.
        if (value === props.value) show(chosen);
      }}
      onFocus={() => setLeft('')}
      onBlur={() => {
        const { text, beside } = typed.current;
        if (text.trim() === '' || text === chosen || beside !== chosen) return;
        setLeft(text);
        show(text);
      }}
    />
  );
}

const LOOK = { allowDeselect: false, checkIconPosition: 'right', withScrollArea: false } as const;

function labelOf(data: SelectProps['data'], value: SelectProps['value']): string | undefined {
  const choice = data?.find(
    (one) => one === value || (typeof one === 'object' && 'value' in one && one.value === value),
  );
  return typeof choice === 'object' && 'label' in choice ? choice.label : undefined;
}
