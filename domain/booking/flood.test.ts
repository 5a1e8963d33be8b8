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
const refusal = (arrivals: Partial<Arrivals>, proven = true) => {
  const found = floodRefusal({ nearby: [], waitingSince: [], holding: 0, ...arrivals }, proven, NOW);
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

test('PUBLIC-06 forty requests an hour may wait, half of them from networks that sent something that day', () => {
  const waitingSince = times(40, (at) => ago(at + 1));
  const known = [request(600, { isSenders: false })];
  assert.deepEqual(refusal({ waitingSince }), ['too_many', 20 * 60]);
  assert.equal(refusal({ waitingSince: waitingSince.slice(1) }), null);
  assert.deepEqual(refusal({ waitingSince: waitingSince.slice(0, 20), nearby: known }), ['too_many', 40 * 60]);
  assert.equal(refusal({ waitingSince: waitingSince.slice(0, 19), nearby: known }), null);
  assert.equal(refusal({ waitingSince: waitingSince.slice(0, 20), nearby: [request(24 * 60)] }), null);
});

test('PUBLIC-06 the time that requests hold ahead is bounded in the same way', () => {
  assert.deepEqual(refusal({ holding: 100 }), ['too_many', 3600]);
  assert.equal(refusal({ holding: 99 }), null);
  assert.deepEqual(refusal({ holding: 50, nearby: [request(5)] }), ['too_many', 3600]);
});

test('PUBLIC-06 from a quarter of either on, a request shows work instead of being refused; below, none is asked for', () => {
  const waitingSince = times(10, (at) => ago(at + 1));
  assert.deepEqual(refusal({ waitingSince }, false), ['proof_needed', 50 * 60]);
  assert.equal(refusal({ waitingSince }), null);
  assert.equal(refusal({ waitingSince: waitingSince.slice(1), holding: 24 }, false), null);
  assert.deepEqual(refusal({ holding: 25 }, false), ['proof_needed', 3600]);
  assert.equal(refusal({ holding: 25 }), null);
});

test('PUBLIC-06 no work opens what a sender has used up', () => {
  const waiting = times(2, () => request(5, { isWaiting: true }));
  for (const proven of [false, true]) {
    assert.deepEqual(refusal({ nearby: waiting, holding: 30 }, proven), ['sender_waiting', 3600]);
  }
});

test('PUBLIC-06 requests that a clock stamped ahead of now count for no hour and no day', () => {
  assert.equal(refusal({ waitingSince: times(20, () => ago(-1)), nearby: times(6, () => request(-1)) }), null);
});
