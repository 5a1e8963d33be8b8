import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { lastPosition, moved, type Place } from '#web/practice/templates/order.ts';

const inOrder = (places: readonly Place[]) => places.toSorted((one, other) => one.position - other.position);
const ids = (places: readonly Place[]) => places.map(({ id }) => id);

test('CARD-04 a step changes two places, and all of them only where two stand at one position', () => {
  const apart = [
    { id: 'a', position: 3 },
    { id: 'b', position: 5 },
    { id: 'c', position: 9 },
  ];
  assert.deepEqual(moved(apart, 'b', -1), [
    { id: 'b', position: 3 },
    { id: 'a', position: 5 },
  ]);
  assert.deepEqual(moved(apart, 'a', -1), []);
  assert.deepEqual(moved(apart, 'c', 1), []);
  assert.equal(lastPosition(apart), 10);
  assert.equal(lastPosition([]), 0);
});

test('CARD-04 whatever the positions were, a template and its neighbour change places, and no other moves', () => {
  const positions = fc.array(fc.nat(9), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(positions, fc.nat(11), fc.constantFrom(1 as const, -1 as const), (typed, nth, step) => {
      const places = inOrder(typed.map((position, index) => ({ id: `${index}`, position })));
      const at = nth % places.length;
      const changes = new Map(moved(places, places[at]?.id ?? '', step).map(({ id, position }) => [id, position]));
      const after = inOrder(places.map(({ id, position }) => ({ id, position: changes.get(id) ?? position })));
      const [one, other] = [places[at], places[at + step]];
      const expected = one && other ? places.with(at, other).with(at + step, one) : places;
      assert.deepEqual(ids(after), ids(expected));
    }),
  );
});
