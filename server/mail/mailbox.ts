import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';

/** `/_mail`: the letters of an installation without a mail server, for the person at this machine alone. */
export async function registerMailbox(_app: FastifyInstance, _context: Context): Promise<void> {}
