import { useState } from 'react';
import type { MessageKind } from '#domain/messages/blanks.ts';

type Kind = MessageKind | 'free';

/** What was changed by hand, for this once, and whether it has gone anywhere. */
export interface Handwritten {
  texts: Partial<Record<Kind, string>>;
  /** `made` is what stands there unchanged. */
  write: (kind: Kind, text: string, made: string) => void;
  /** The text of a kind was copied or handed on. */
  take: (kind: Kind) => void;
  /** Closing would lose some of it. */
  isLost: boolean;
}

export function useHandwritten(): Handwritten {
  const [texts, setTexts] = useState<Handwritten['texts']>({});
  const [untaken, setUntaken] = useState<ReadonlySet<Kind>>(new Set());
  const mark = (kind: Kind, isUntaken: boolean) =>
    setUntaken((before) => new Set([...before].filter((one) => one !== kind).concat(isUntaken ? kind : [])));
  return {
    texts,
    write: (kind, text, made) => {
      setTexts({ ...texts, [kind]: text });
      mark(kind, text.trim() !== '' && text !== made);
    },
    take: (kind) => mark(kind, false),
    isLost: untaken.size > 0,
  };
}
