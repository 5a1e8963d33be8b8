import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';

/** Who asks, on every route; signing in and out; what letters lead to. */
export async function registerAccountRoutes(_app: FastifyInstance, _context: Context): Promise<void> {}
