import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Arrivals, floodRefusal, type NearbyRequest } from '#domain/booking/flood.ts';

const NOW = Temporal.Instant.from('2026-11-21T09:00:00Z');
const ago = (minutes: number) => NOW.subtract({ minutes });

const request = (minutes: number, values: Partial<NearbyRequest> = {}): NearbyRequest => ({
  created: ago(minutes),
  isWaiting: false,
  isSenders: true,
  ...values,
});
const refusal = (arrivals: Partial<Arrivals>) => {
  const found = floodRefusal({ nearby: [], waitingSince: [], holding: 0, ...arrivals }, NOW);
  return found && [found.code, Math.round(found.retryAfterSeconds)];
};
const times = <Value>(count: number, make: (at: number) => Value) => Array.from({ length: count }, (_, at) => make(at));

test('PUBLIC-06 a network waits for an answer to two requests, however old, and may send a third once one came', () => {
  const waiting = { isWaiting: true };
  assert.equal(refusal({ nearby: [request(5, waiting), request(6)] }), null);
  assert.deepEqual(refusal({ nearby: [request(5, waiting), request(47 * 60, waiting)] }), ['sender_waiting', 3600]);
  assert.equal(refusal({ nearby: [request(5, waiting), request(6, { ...waiting, isSenders: false })] }), null);
});

test('PUBLIC-06 a network sends six requests a day, answered or not', () => {
  const nearby = times(6, (at) => request(60 * (at + 1)));
  assert.deepEqual(refusal({ nearby }), ['too_many', 18 * 3600]);
  assert.equal(refusal({ nearby: nearby.slice(1) }), null);
  assert.equal(refusal({ nearby: [...nearby.slice(1), request(24 * 60)] }), null);
  assert.equal(refusal({ nearby: nearby.map((one) => ({ ...one, isSenders: false })) }), null);
});

test('PUBLIC-06 twenty requests an hour may wait, half of them from networks that sent something that day', () => {
  const waitingSince = times(20, (at) => ago(at + 1));
  const known = [request(600, { isSenders: false })];
  assert.deepEqual(refusal({ waitingSince }), ['too_many', 40 * 60]);
  assert.equal(refusal({ waitingSince: waitingSince.slice(1) }), null);
  assert.deepEqual(refusal({ waitingSince: waitingSince.slice(0, 10), nearby: known }), ['too_many', 50 * 60]);
  assert.equal(refusal({ waitingSince: waitingSince.slice(0, 9), nearby: known }), null);
  assert.equal(refusal({ waitingSince: waitingSince.slice(0, 10), nearby: [request(24 * 60)] }), null);
});

test('PUBLIC-06 the time that requests hold ahead is bounded in the same way', () => {
  assert.deepEqual(refusal({ holding: 50 }), ['too_many', 3600]);
  assert.equal(refusal({ holding: 49 }), null);
  assert.deepEqual(refusal({ holding: 25, nearby: [request(5)] }), ['too_many', 3600]);
});

test('PUBLIC-06 requests that a clock stamped ahead of now count for no hour and no day', () => {
  assert.equal(refusal({ waitingSince: times(20, () => ago(-1)), nearby: times(6, () => request(-1)) }), null);
});
