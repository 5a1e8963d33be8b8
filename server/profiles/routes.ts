import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { LICENCE_KEY_MAX } from '#domain/profiles/licence.ts';
import type { Context } from '#server/context.ts';
import { checkLicenceKey } from '#server/profiles/check-licence.ts';
import { profiles } from '#server/profiles/collection.ts';
import { readBody } from '#server/records/bodies.ts';
import { readInput } from '#server/records/read-input.ts';
import { decorateWithActor, signedInOf } from '#server/records/request.ts';
import { toWire } from '#server/records/wire.ts';

const licenceBody = z.object({
  // PostgreSQL cannot store the one, and the other would come back as another character.
  licence_key: z
    .string()
    .trim()
    .min(1)
    .max(LICENCE_KEY_MAX)
    .refine((key) => !key.includes('\0') && key.isWellFormed()),
});

export async function registerProfileRoutes(app: FastifyInstance, context: Context): Promise<void> {
  decorateWithActor(app);
  app.post('/api/profiles/check-licence', async (request) => {
    const actor = signedInOf(request);
    const { licence_key } = readInput(licenceBody, readBody(request.body, null));
    const now = context.now();
    const { owner } = actor;
    const profile = await context.db.write((write) =>
      checkLicenceKey({ context, write, owner, actor, now }, licence_key),
    );
    return toWire(profiles, profile, { actor, now });
  });
}
