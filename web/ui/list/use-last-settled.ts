import { useState } from 'react';

/** The last loaded value, which stays on the screen while the next request is pending. */
export function useLastSettled<Value>(value: Value, answered: boolean, same: (a: Value, b: Value) => boolean): Value {
  const [shown, setShown] = useState(value);
  if (!answered || same(shown, value)) return shown;
  setShown(value);
  return value;
}
