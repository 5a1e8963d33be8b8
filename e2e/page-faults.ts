import type { BrowserContext } from 'playwright';

/** Collects forbidden actions of a page: it throws, breaks its own policy, or sends a request to another origin. */
export function watchForFaults(context: BrowserContext, origin: string): string[] {
  const faults: string[] = [];
  context.on('weberror', (error) => faults.push(`script: ${error.error().message}`));
  watchForTrespasses(context, origin, faults);
  return faults;
}

export function watchForTrespasses(context: BrowserContext, origin: string, faults: string[]): void {
  context.on('console', (message) => {
    if (/Content.Security.Policy|requires 'Trusted/i.test(message.text())) faults.push(`policy: ${message.text()}`);
  });
  context.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith('data:'))
      faults.push(`origin: ${request.url()}`);
  });
}
