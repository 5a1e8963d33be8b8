import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { badRequest, notFound } from '#domain/errors.ts';
import { CLIENT_LETTER_KINDS, type LetterPreview } from '#domain/letters/letter.ts';
import type { Context } from '#server/ground/context.ts';
import { networkOf } from '#server/ground/http/address.ts';
import { readBody, type ReadBytes, readInput } from '#server/ground/http/bodies.ts';
import { FIELD_ERROR } from '#server/ground/http/field-error.ts';
import { type Query, queryText, signedInOf } from '#server/ground/http/request.ts';
import { newRecordId, RECORD_ID } from '#server/ground/identity/record-id.ts';
import { readStopToken } from '#server/practice/letters/address-keys.ts';
import { areHeld } from '#server/practice/letters/hold-letters.ts';
import { sampleLetter, sampleLetterPay, samplePlace } from '#server/practice/letters/sample-letter.ts';
import { stopLetters } from '#server/practice/letters/stop-letters.ts';
import { toldOf } from '#server/practice/letters/told.ts';
import { LIMITS } from '#server/ground/limits/limit-rules.ts';
import { type Letter, letterHtml, letterText, STOP_LABEL, subjectOf } from '#server/ground/mail/render-letter.ts';
import { queueLetter } from '#server/ground/mail/queue-letter.ts';

const MOST_IDS = 200;
const REFUSED = 'An error occurred while validating the submitted data.';

const kindBody = z.object({ kind: z.enum(CLIENT_LETTER_KINDS) });
const stopBody = z.object({ token: z.string() });

function linkLine({ client }: Letter): string[] {
  return client?.link ? [`${client.link.before}: ${client.link.shown}`] : [];
}

/** Samples of the letters to clients, and their unsubscribe links. */
export async function registerLetterRoutes(
  app: FastifyInstance,
  context: Context,
  readBytes: ReadBytes,
): Promise<void> {
  app.get<{ Querystring: Query }>('/api/letters/told', async (request): Promise<{ told: string[] }> => {
    const { owner } = signedInOf(request);
    const ids = queryText(request.query, 'ids').split(',');
    if (ids.length > MOST_IDS) throw badRequest(REFUSED, { ids: FIELD_ERROR.invalidValue });
    const { read: reader, engine } = context.db;
    const sessions = ids.filter((id) => RECORD_ID.test(id));
    return { told: await toldOf({ reader, engine, owner }, sessions, context.now().epochMilliseconds) };
  });

  app.post('/api/letters/preview', async (request): Promise<LetterPreview> => {
    const { owner } = signedInOf(request);
    const { kind } = readInput(kindBody, readBody(request.body));
    const sample = await sampleLetter(context, owner, kind);
    if (!sample) throw notFound();
    const { letter } = sample;
    return {
      subject: subjectOf(letter),
      text: letterText(letter),
      html: letterHtml(letter),
      from: sample.sender ?? '',
      title: letter.title,
      times: [...(letter.client?.times ?? []), ...linkLine(letter)],
      isOver: letter.client?.isOver ?? false,
      paragraphs: letter.paragraphs.flatMap((line) => (typeof line === 'string' ? line : [line.text, line.label])),
      notes: letter.notes,
      action: letter.action?.label ?? null,
      stop: STOP_LABEL,
      mailServer: context.config.smtpUrl !== null,
      held: await areHeld(context.db.read, owner),
      place: await samplePlace(context.db.read, owner, kind),
      pay: await sampleLetterPay(context.db.read, owner, kind),
    };
  });

  app.post('/api/letters/test', async (request, reply) => {
    const { owner } = signedInOf(request);
    const { kind } = readInput(kindBody, readBody(request.body));
    await context.limits.take(LIMITS.lettersPerAccount, owner);
    await context.db.write(async (write) => {
      const ids = { user: owner, kind };
      const dedupeKey = `letter-sample:${newRecordId()}`;
      await queueLetter(write, { kind: 'letter-sample', ids, account: owner, dedupeKey, now: context.now() });
      context.events.wakeAfter(write, 'letters');
    });
    return reply.status(204).send();
  });

  const stop = async (address: string, token: string): Promise<void> => {
    const wish = readStopToken(context, token);
    await context.limits.take(LIMITS.letterStops, wish ? wish.owner + wish.hash : networkOf(address));
    if (!wish) throw notFound();
    await stopLetters(context, wish);
  };

  app.post('/api/letters/stop', async (request, reply) => {
    await stop(request.ip, readInput(stopBody, readBody(request.body)).token);
    return reply.status(204).send();
  });

  // Mailbox providers post a form with one field, which adds nothing to the URL.
  await app.register(async (oneClick) => {
    oneClick.addContentTypeParser(
      'application/x-www-form-urlencoded',
      async (request: FastifyRequest, stream: IncomingMessage) => void (await readBytes(request, stream)),
    );
    oneClick.post<{ Params: { token: string } }>(
      '/letters/stop/:token',
      { bodyLimit: 4096 },
      async (request, reply) => {
        await stop(request.ip, request.params.token);
        return reply.status(204).send();
      },
    );
  });
}
