declare module '@mdn/mdn-http-observatory' {
  /** The part that is used; the package has no types. `site` is a host, with a port and a path where there are any. */
  export function scan(site: string): Promise<{
    scan: { grade: string; score: number; statusCode: number };
    tests: Record<string, { pass: boolean; result: string }>;
  }>;
}
