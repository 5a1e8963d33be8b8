import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';

export async function registerBatch(_app: FastifyInstance, _context: Context): Promise<void> {}
