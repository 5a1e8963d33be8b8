import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';

/** All rows of a long list have one size, so a rendered row gives the size of those outside the DOM. In pixels. */
export interface RowMetrics {
  height: number;
  gap: number;
  /** The distance from the start of the scrolled content to the list. */
  above: number;
}

/**
 * Measures a rendered list, again whenever it or an ancestor changes its size. `scrollerOf` returns the scrolling
 * ancestor; null is the window.
 */
export function useRowMetrics(
  list: RefObject<HTMLElement | null>,
  scrollerOf: (list: Element) => Element | null,
  height: number,
): RowMetrics {
  const [metrics, setMetrics] = useState<RowMetrics>({ height, gap: 0, above: 0 });
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    let wasHidden = false;
    const measure = () => {
      const isBack = wasHidden;
      wasHidden = !hasBoxes(element);
      if (wasHidden) return;
      setMetrics((before) => {
        const now = measured(element, scrollerOf(element), before.height);
        const isSame = before.height === now.height && before.gap === now.gap && before.above === now.above;
        // What comes back renders once more: it can have lost its place without a scroll event.
        return isSame && !isBack ? before : now;
      });
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (let around: HTMLElement | null = element; around; around = around.parentElement) observer.observe(around);
    return () => observer.disconnect();
  }, [list, scrollerOf]);
  return metrics;
}

/** False while the list is not displayed, as in a dialog that a question covers: everything measures 0. */
export function hasBoxes(list: Element): boolean {
  return list.getClientRects().length > 0;
}

function measured(list: HTMLElement, scroller: Element | null, known: number): RowMetrics {
  const { top } = list.getBoundingClientRect();
  const above = scroller ? top - scroller.getBoundingClientRect().top + scroller.scrollTop : top + window.scrollY;
  return {
    height: list.querySelector<HTMLElement>(':scope > [aria-posinset]')?.offsetHeight || known,
    gap: Number.parseFloat(getComputedStyle(list).rowGap) || 0,
    above: Math.round(above),
  };
}
