/** Appends a visitor's message to the request, after an empty line. */
export function joinedRequest(request: string, message: string): string {
  return [request.trimEnd(), message.trim()].filter(Boolean).join('\n\n');
}
