import type { TestServer } from '#proofs/support/test-server.ts';
import { type PracticeIds, plantPractice, practiceIds, tokenOf } from '#proofs/support/planted-practice.ts';

export const ACTORS = ['guest', 'unverified', 'owner', 'other', 'revoked'] as const;
export type ActorName = (typeof ACTORS)[number];

/** What each actor must be answered. */
export type Verdict = Readonly<Record<ActorName, number>>;

/** A practice, those who ask for it, and the ids of one that is not there. */
export interface Stage {
  target: PracticeIds;
  /** Also the owner's, for what ends an account. */
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

/** Whoever is nobody gets one answer, whoever is signed in another. */
export function signedIn(status: number): Verdict {
  return { guest: 401, unverified: status, owner: status, other: status, revoked: 401 };
}

export function anyone(status: number): Verdict {
  return { guest: status, unverified: status, owner: status, other: status, revoked: status };
}

/** For everybody else it is not there. */
export function owners(status: number, others = 404): Verdict {
  return { guest: others, unverified: others, owner: status, other: others, revoked: others };
}

/** Guests are told to sign in, others that it is not there. */
export function signedInOwners(status: number): Verdict {
  return { guest: 401, unverified: 404, owner: status, other: 404, revoked: 401 };
}
