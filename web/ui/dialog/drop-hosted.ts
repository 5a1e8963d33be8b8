import { createContext } from 'react';

/** Closes the dialog of `openDialog` that this stands in. */
export const DropHosted = createContext<(() => void) | null>(null);
