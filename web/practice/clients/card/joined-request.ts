/** Returns a request with a visitor's words behind an empty line. */
export function joinedRequest(request: string, message: string): string {
  return [request.trimEnd(), message.trim()].filter(Boolean).join('\n\n');
}
