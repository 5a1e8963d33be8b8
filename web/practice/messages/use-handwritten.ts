import { useState } from 'react';
import type { MessageKind } from '#domain/messages/blanks.ts';

type Kind = MessageKind | 'free';

/** Texts edited by hand, for this one time, and whether they were used. */
export interface Handwritten {
  texts: Partial<Record<Kind, string>>;
  /** `made` is the generated text. */
  write: (kind: Kind, text: string, made: string) => void;
  /** Called when the text of a kind was copied or passed on. */
  take: (kind: Kind) => void;
  /** Whether closing would lose an edited text. */
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
