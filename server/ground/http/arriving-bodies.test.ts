import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { AppError } from '#domain/errors.ts';
import { ArrivingBodies } from '#server/ground/http/arriving-bodies.ts';

const refusedWith = (status: number) => (error: unknown) => error instanceof AppError && error.status === status;

test('API-04 a body is whole, or it is refused when it grows past its limit or is cut', async () => {
  const bodies = new ArrivingBodies();
  const [whole, long, cut] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const read = bodies.read(whole, { limit: 6, announced: 0, from: '203.0.113.1' });
  whole.write('Анн');
  whole.end();
  assert.equal((await read).toString(), 'Анн');
  const tooLong = assert.rejects(bodies.read(long, { limit: 6, announced: 0, from: '203.0.113.1' }), refusedWith(413));
  long.write('1234567');
  await tooLong;
  const early = assert.rejects(bodies.read(cut, { limit: 6, announced: 6, from: '203.0.113.1' }), refusedWith(400));
  cut.write('123');
  cut.destroy();
  await early;
  await assert.rejects(
    bodies.read(new PassThrough(), { limit: 6, announced: 7, from: '203.0.113.1' }),
    refusedWith(413),
  );
});

test('API-04 of bodies that take too much together the one that arrives for longest is refused', async () => {
  const bodies = new ArrivingBodies(1000);
  const slow = new PassThrough();
  const refused = assert.rejects(
    bodies.read(slow, { limit: 900, announced: 0, from: '203.0.113.1' }),
    refusedWith(429),
  );
  slow.write(Buffer.alloc(600));
  for (let count = 0; count < 100; count += 1) {
    const quick = new PassThrough();
    const read = bodies.read(quick, { limit: 900, announced: 0, from: '203.0.113.1' });
    quick.end(Buffer.alloc(500));
    assert.equal((await read).length, 500);
  }
  await refused;
});

test('API-04 who fills the memory with bodies ends none of another network', async () => {
  const bodies = new ArrivingBodies(1000);
  const honest = new PassThrough();
  const read = bodies.read(honest, { limit: 900, announced: 0, from: '198.51.100.1' });
  honest.write(Buffer.alloc(200));
  for (let count = 0; count < 20; count += 1) {
    const hoarded = new PassThrough();
    bodies.read(hoarded, { limit: 900, announced: 0, from: `2001:db8::${count}` }).catch(() => undefined);
    hoarded.write(Buffer.alloc(450));
  }
  honest.end(Buffer.alloc(200));
  assert.equal((await read).length, 400);
});
