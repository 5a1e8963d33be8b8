import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';

export async function registerRealtime(_app: FastifyInstance, _context: Context): Promise<void> {}
