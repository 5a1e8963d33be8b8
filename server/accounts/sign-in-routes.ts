import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError, badRequest } from '#domain/errors.ts';
import {
  AUTH_COLLECTION,
  INVALID_FORM,
  type OfCollection,
  readForm,
  refuseOtherCollections,
} from '#server/accounts/auth-request.ts';
import { tryPassword } from '#server/accounts/check-password.ts';
import { users } from '#server/accounts/collection.ts';
import { registerRefusals } from '#server/accounts/refused-sign-ins.ts';
import { startSignIn } from '#server/accounts/sign-ins.ts';
import { issueToken, TOKEN_SECONDS } from '#server/accounts/tokens.ts';
import type { Context } from '#server/context.ts';
import { EVEN_WHEN_FULL } from '#server/db/database.ts';
import type { Row } from '#server/db/schema.ts';
import { TooManyRequests } from '#server/limits/limits.ts';
import { ownerId } from '#server/identity/actor.ts';
import { pickFields, readFieldsPicker } from '#server/records/fields-picker.ts';
import { queryText } from '#server/http/query.ts';
import { signedInOf, originOf } from '#server/http/request.ts';
import { readShape, shapeRow } from '#server/records/shape.ts';

const signInForm = z.object({
  // PostgreSQL cannot even compare a text with a NUL in it.
  identity: z
    .string()
    .min(1)
    .max(255)
    .regex(/^[^\0]*$/),
  password: z.string().min(1).max(255),
  identityField: z.string().optional(),
});

/** Record API §5.4: e-mail and password, nothing else. */
const AUTH_METHODS = {
  password: { identityFields: ['email'], enabled: true },
  oauth2: { providers: [], enabled: false },
  mfa: { enabled: false, duration: 0 },
  otp: { enabled: false, duration: 0 },
  authProviders: [],
  usernamePassword: false,
  emailPassword: true,
};

/** Signing in and staying so: auth-methods, auth-with-password, auth-refresh (record API §1.4). */
export function registerSignInRoutes(app: FastifyInstance, context: Context): void {
  const options = { preHandler: refuseOtherCollections };
  const refusals = registerRefusals(app, context);

  app.get<OfCollection>(`${AUTH_COLLECTION}/auth-methods`, options, async (request) =>
    pickFields(AUTH_METHODS, readFieldsPicker(queryText(request.query, 'fields'))),
  );

  app.post<OfCollection>(`${AUTH_COLLECTION}/auth-with-password`, options, async (request) => {
    const { identity, password, identityField } = readForm(request, signInForm);
    if (identityField && identityField !== 'email') {
      throw badRequest(INVALID_FORM, {
        identityField: { code: 'validation_in_invalid', message: 'Must be a valid value.' },
      });
    }
    const account = await tryPassword(context, identity, password, request.ip).catch((error: unknown) => {
      if (error instanceof TooManyRequests) refusals.note(request, identity, false);
      throw error;
    });
    if (!account) {
      refusals.note(request, identity, true);
      throw badRequest('Failed to authenticate.');
    }
    requireVerified(account);
    const now = context.now();
    const signIn = await context.db.write(
      (write) => startSignIn({ context, write, now }, ownerId(account.id), originOf(request)),
      EVEN_WHEN_FULL,
    );
    return authAnswer(context, request, account, signIn, now);
  });

  app.post<OfCollection>(`${AUTH_COLLECTION}/auth-refresh`, options, async (request) => {
    const { owner, signIn } = signedInOf(request);
    const account = await context.db.read
      .selectFrom('users')
      .selectAll()
      .where('id', '=', owner)
      .executeTakeFirstOrThrow();
    requireVerified(account);
    return authAnswer(context, request, account, signIn, context.now());
  });
}

function requireVerified(account: Row<'users'>): void {
  if (account.verified === 1) return;
  throw new AppError(403, "The request doesn't satisfy the collection requirements to authenticate.");
}

/** A fresh token of the sign-in and the account's own record. */
async function authAnswer(
  context: Context,
  request: FastifyRequest<OfCollection>,
  account: Row<'users'>,
  signIn: string,
  now: Temporal.Instant,
): Promise<unknown> {
  const token = issueToken(context.secrets, 'auth', account, { jti: signIn }, now);
  const expiresAt = Math.floor(now.epochMilliseconds / 1000) + TOKEN_SECONDS.auth;
  const actor = { kind: 'user', owner: ownerId(account.id), signIn, expiresAt, from: originOf(request) } as const;
  const { expand, picker } = readShape(request.query);
  const record = await shapeRow({ context, collection: users, actor, now }, context.db.read, account, {
    expand,
    picker: null,
  });
  return pickFields({ record, token }, picker);
}
