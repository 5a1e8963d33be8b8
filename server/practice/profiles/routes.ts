import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { LICENCE_KEY_MAX, type LicenceOffer } from '#domain/profiles/licence.ts';
import { act, type Action } from '#server/ground/action.ts';
import { storableText } from '#domain/text/storable-text.ts';
import type { Context } from '#server/ground/context.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';
import { changeBookingLink } from '#server/practice/profiles/booking-link.ts';
import { checkLicenceKey } from '#server/practice/profiles/check-licence.ts';
import { profiles } from '#server/practice/profiles/collection.ts';
import { readBody, readInput } from '#server/ground/http/bodies.ts';
import { signedInOf } from '#server/ground/http/request.ts';
import { toWire } from '#server/records/fields.ts';

const licenceBody = z.object({
  licence_key: storableText.trim().min(1).max(LICENCE_KEY_MAX),
});

export async function registerProfileRoutes(app: FastifyInstance, context: Context): Promise<void> {
  /** Changes the caller's profile in one transaction and returns it. */
  const change = async (request: FastifyRequest, run: (action: Action) => Promise<Decoded<'profiles'>>) => {
    const actor = signedInOf(request);
    const now = context.now();
    return toWire(profiles, await act({ context, actor, now }, actor.owner, run), { actor, now });
  };

  app.post('/api/profiles/check-licence', async (request) => {
    signedInOf(request);
    const { licence_key } = readInput(licenceBody, readBody(request.body));
    return change(request, (action) => checkLicenceKey(action, licence_key));
  });

  // Shown with the limit of clients and in the profile; not secret.
  app.get('/api/licence-offer', async (): Promise<LicenceOffer> => {
    return { price: context.config.licencePrice, url: context.config.licenceUrl };
  });
  app.post('/api/profiles/new-booking-link', async (request) => change(request, changeBookingLink));
}
