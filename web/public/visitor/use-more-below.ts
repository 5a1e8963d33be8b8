import { type RefCallback, useCallback, useState } from 'react';

/** In pixels; less than this is the list's own padding. */
const PADDING_PX = 8;

/** The `ref` of a scrolling list, and whether more content lies below the visible part. */
export function useMoreBelow(): { ref: RefCallback<HTMLElement>; more: boolean } {
  const [more, setMore] = useState(false);
  const ref = useCallback((list: HTMLElement) => {
    const look = () => setMore(list.scrollHeight - list.clientHeight - list.scrollTop > PADDING_PX);
    const size = new ResizeObserver(look);
    size.observe(list);
    list.addEventListener('scroll', look, { passive: true });
    return () => {
      size.disconnect();
      list.removeEventListener('scroll', look);
    };
  }, []);
  return { ref, more };
}
