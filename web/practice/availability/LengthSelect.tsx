import { Select } from '#web/ui/form/Select.tsx';

interface LengthSelectProps {
  label: string;
  choices: readonly number[];
  show: (value: number) => string;
  value: number;
  onChange: (value: number) => void;
}

/** One of a few lengths; a stored length outside them stays as an extra choice. */
export function LengthSelect({ label, choices, show, value, onChange }: LengthSelectProps) {
  const all = [...new Set([...choices, value])].toSorted((a, b) => a - b);
  return (
    <Select
      label={label}
      data={all.map((choice) => ({ value: String(choice), label: show(choice) }))}
      value={String(value)}
      onChange={(chosen) => onChange(Number(chosen))}
    />
  );
}
