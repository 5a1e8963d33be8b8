/** Yields the lines of a text without their line ends. Throws a LineCut where the last line has none. */
export async function* linesOf(
  bytes: AsyncIterable<Uint8Array>,
  longest = Number.POSITIVE_INFINITY,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let rest: Uint8Array[] = [];
  let size = 0;
  for await (const piece of bytes) {
    let from = 0;
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, from)) {
      yield decoder.decode(Buffer.concat([...rest, piece.subarray(from, end)]));
      rest = [];
      size = 0;
      from = end + 1;
    }
    if (from === piece.length) continue;
    rest.push(piece.subarray(from));
    size += piece.length - from;
    if (size > longest) throw new LineTooLong();
  }
  if (size > 0) throw new LineCut();
}

export class LineTooLong extends Error {}

/** The last line has no line end: the text was cut off. */
export class LineCut extends Error {}
