import type { TestServer } from '#proofs/support/test-server.ts';
import { type PracticeIds, plantPractice, practiceIds, tokenOf } from '#proofs/support/planted-practice.ts';

export const ACTORS = ['guest', 'unverified', 'owner', 'other', 'revoked'] as const;
export type ActorName = (typeof ACTORS)[number];

/** The expected status for each actor. */
export type Verdict = Readonly<Record<ActorName, number>>;

/** A practice, its callers, and the ids of a practice that does not exist. */
export interface Stage {
  target: PracticeIds;
  /** Also the owner's; it is used for requests that end an account. */
  second: PracticeIds;
  missing: PracticeIds;
  token: Readonly<Record<ActorName, string | undefined>>;
  secondToken: string;
}

export async function setStage({ context }: TestServer): Promise<Stage> {
  const { db } = context;
  const target = await plantPractice(db, 'anna');
  const second = await plantPractice(db, 'vera');
  const other = await plantPractice(db, 'boris');
  const unverified = await plantPractice(db, 'nina', { verified: 0 });
  const revoked = await tokenOf(context, target, 3);
  await db.write(({ trx }) =>
    trx
      .deleteFrom('sign_ins')
      .where('id', '=', target.signIns[3] ?? '')
      .execute(),
  );
  return {
    target,
    second,
    missing: practiceIds('nikto'),
    token: {
      guest: undefined,
      unverified: await tokenOf(context, unverified),
      owner: await tokenOf(context, target),
      other: await tokenOf(context, other),
      revoked,
    },
    secondToken: await tokenOf(context, second),
  };
}

/** Callers without a valid session get 401. */
export function signedIn(status: number): Verdict {
  return { guest: 401, unverified: status, owner: status, other: status, revoked: 401 };
}

export function anyone(status: number): Verdict {
  return { guest: status, unverified: status, owner: status, other: status, revoked: status };
}

/** By default everyone but the owner gets 404, the status of a missing record. */
export function owners(status: number, others = 404): Verdict {
  return { guest: others, unverified: others, owner: status, other: others, revoked: others };
}

/** Guests get 401; other practitioners by default 404, the status of a missing record. */
export function signedInOwners(status: number, others = 404): Verdict {
  return { guest: 401, unverified: others, owner: status, other: others, revoked: 401 };
}
