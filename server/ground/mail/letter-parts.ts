import type { Context } from '#server/ground/context.ts';

/** The URL of a page of this installation, for instance `/auth`. */
export function pageUrl(context: Pick<Context, 'config'>, path: string): string {
  return `${context.config.publicUrl}${path}`;
}
