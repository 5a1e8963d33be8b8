import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { Select, type SelectProps } from '@mantine/core';
import { type RefAttributes, useEffect, useEffectEvent, useRef, useState } from 'react';

export interface DropdownProps extends SelectProps {
  /** Whether what stood here before was pressed, or had the focus. */
  before: 'pressed' | 'focused' | 'left';
  /** What was typed there. */
  typed?: string | undefined;
}

/** A list of choices, which scrolls itself; pressing the chosen option keeps it. */
export function Dropdown({ before, typed, ...props }: DropdownProps) {
  const field = useRef<HTMLInputElement>(null);
  // Mantine calls it for its own openings alone.
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

/** What was typed and is no choice stays where Mantine would put the former choice back, and is said. */
function Searched({
  typedBefore,
  onSearchChange,
  searchValue,
  error,
  ...props
}: SelectProps & RefAttributes<HTMLInputElement> & { typedBefore: string | undefined }) {
  const chosen = labelOf(props.data, props.value) ?? '';
  const [search, setSearch] = useState(typedBefore ?? chosen);
  /** Beside another choice, from wherever it comes, it counts no longer. */
  const typed = useRef({ text: typedBefore ?? '', beside: chosen });
  const [left, setLeft] = useState('');
  const show = (text: string) => {
    setSearch(text);
    onSearchChange?.(text);
  };
  /** Mantine begins with the label of the choice, whatever was typed. */
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
        // Of the same choice Mantine says nothing.
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
