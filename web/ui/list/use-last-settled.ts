import { useState } from 'react';

/** The last value that was answered: what stays on the screen while the answer to the next one is on its way. */
export function useLastSettled<Value>(value: Value, answered: boolean, same: (a: Value, b: Value) => boolean): Value {
  const [shown, setShown] = useState(value);
  if (!answered || same(shown, value)) return shown;
  setShown(value);
  return value;
}
