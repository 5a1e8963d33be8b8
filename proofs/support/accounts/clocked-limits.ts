import type { LimitRule, Limits } from '#server/ground/limits/limit-rules.ts';
import { WindowCounter } from '#server/ground/limits/window-counter.ts';

/** Limits whose windows follow the test's clock. */
export function clockedLimits(clock: { ms: number }): Limits {
  const counters = new Map<string, WindowCounter>();
  const counterOf = (rule: LimitRule): WindowCounter => {
    const counter = counters.get(rule.name) ?? new WindowCounter(rule);
    counters.set(rule.name, counter);
    return counter;
  };
  return {
    take: async (rule, key) => counterOf(rule).take(key, clock.ms),
    takeAll: () => Promise.reject(new Error('no letters here')),
    giveBack: async (rule, key) => counterOf(rule).giveBack(key),
  };
}
