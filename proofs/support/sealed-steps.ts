import fc from 'fast-check';
import {
  compare,
  create,
  edit,
  killInside,
  refuseAll,
  type SealedModel,
  stateOf,
  takeAlong,
  takeWayIn,
} from '#proofs/support/sealed-model.ts';
import { FIRST_PASSWORD, SealedWorld } from '#proofs/support/sealed-world.ts';
import type { Engine } from '#server/ground/db/database.ts';

type Step = fc.AsyncCommand<SealedModel, SealedWorld>;
type Run = (model: SealedModel, world: SealedWorld) => Promise<void>;

type Check = (model: Readonly<SealedModel>) => boolean;

const always: Check = () => true;
const isOpen: Check = ({ locked }) => !locked;
const isLocked: Check = ({ locked }) => locked;

/** A command; behind each, what a node returns is compared with the model. */
function step(name: string, node: number, run: Run, check: Check = always): Step {
  return {
    check,
    toString: () => name,
    async run(model, world) {
      await run(model, world);
      await compare(model, world.at(node));
    },
  };
}

const node = fc.nat({ max: 1 });
const text = fc.oneof(
  fc.constant(''),
  fc.string({ unit: 'grapheme', maxLength: 60 }).map((typed) => typed.replaceAll('\0', '')),
  fc.constant('Ёлка «и» 🕊 '.repeat(300)),
);

const nextPassword = (model: SealedModel): string => `тихая комната ${(model.passwords += 1)}`;

/** Half of all steps: what the others lose is seen by what was written before and is compared behind each. */
const WRITES: fc.Arbitrary<Step>[] = [
  fc
    .tuple(node, text)
    .map(([at, typed]) => step('create', at, (model, world) => create(world.at(at), model, typed), isOpen)),
  fc
    .tuple(node, fc.nat({ max: 50 }), text)
    .map(([at, which, typed]) =>
      step(`edit ${which}`, 1 - at, (model, world) => edit(model, world.at(at), which, typed), isOpen),
    ),
];

/** What a practitioner and an operator do besides, in any order. */
const STEPS: fc.Arbitrary<Step>[] = [
  node.map((at) => step('sign in', at, (model, world) => world.signIn(model.password, at))),
  node.map((at) =>
    step('change the password', at, async (model, world) => {
      const next = nextPassword(model);
      await world.changePassword(model.password, next, at);
      model.password = next;
    }),
  ),
  node.map((at) =>
    step(
      'reset the password',
      at,
      async (model, world) => {
        model.wasReset = true;
        model.password = nextPassword(model);
        model.locked = model.code !== null;
        await world.resetPassword(model.password, at);
      },
      // A second letter within two minutes is not sent.
      ({ wasReset }) => !wasReset,
    ),
  ),
  node.map((at) =>
    step(
      'change the key',
      1 - at,
      async ({ password }, world) => {
        await world.at(at).send('/api/keys/change', { method: 'POST', body: { password } });
      },
      isOpen,
    ),
  ),
  fc.constant(step('change the key file', 0, (_model, world) => world.changeKeyFile())),
  fc.constant(
    step('back up', 0, async (model, world) => {
      model.backups.push({ ...stateOf(model), made: await world.backUp() });
    }),
  ),
  fc.nat({ max: 9 }).map((which) =>
    step(
      `restore ${which}`,
      0,
      async (model, world) => {
        const backup = model.backups[which % model.backups.length];
        if (!backup) return;
        await world.restore(backup.made);
        Object.assign(model, stateOf(backup));
        await world.signIn(model.password, 0);
      },
      ({ backups }) => backups.length > 0,
    ),
  ),
  node.map((at) => step('export and import', 1 - at, (_model, world) => takeAlong(world.at(at)), isOpen)),
  fc
    .tuple(node, fc.nat({ max: 50 }))
    .map(([at, which]) => step(`kill ${at}`, 0, (model, world) => killInside(model, world, at, which), isOpen)),
  node.map((at) =>
    step(
      'open with the password alone',
      1 - at,
      async (model, world) => {
        model.code = await takeWayIn(world.at(at), model.password);
      },
      isOpen,
    ),
  ),
  node.map((at) =>
    step(
      'give the way back',
      at,
      async (model, world) => {
        await world.at(at).send('/api/keys/strict', { method: 'DELETE', body: { password: model.password } });
        model.code = null;
      },
      ({ code, locked }) => code !== null && !locked,
    ),
  ),
  node.map((at) =>
    step(
      'unlock',
      1 - at,
      async (model, world) => {
        const { password, code } = model;
        await world.at(at).send('/api/keys/unlock', { method: 'POST', body: { password, code } });
        model.locked = false;
      },
      isLocked,
    ),
  ),
  fc
    .nat({ max: 50 })
    .map((which) => step('write over', 0, (model, world) => refuseAll(model, world.at(0), which), isLocked)),
];

/** Runs random sequences of steps; throws with the sequence where a text is not the model's. */
export async function followModel(engine: Engine, { runs, steps }: { runs: number; steps: number }): Promise<number> {
  let done = 0;
  const sequences = fc.array(fc.oneof(fc.oneof(...WRITES), fc.oneof(...STEPS)), { minLength: steps, maxLength: steps });
  await fc.assert(
    fc.asyncProperty(sequences, async (commands) => {
      await using world = await SealedWorld.open(engine);
      const model: SealedModel = {
        password: FIRST_PASSWORD,
        code: null,
        locked: false,
        records: new Map(),
        backups: [],
        passwords: 0,
        wasReset: false,
      };
      await create(world.at(0), model, 'начало');
      const taken: string[] = [];
      for (const command of commands) {
        if (!command.check(model)) continue;
        taken.push(command.toString());
        await command.run(model, world).catch((error: unknown) => {
          throw new Error(`after ${taken.join(', ')}`, { cause: error });
        });
        done += 1;
      }
    }),
    { numRuns: runs, endOnFailure: true },
  );
  return done;
}
