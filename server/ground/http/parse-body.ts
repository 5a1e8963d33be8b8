import { MIMEType } from 'node:util';
import { AppError, badRequest } from '#domain/errors.ts';

/** Far more than a batch of the largest records has. A megabyte of brackets takes 120 ms to parse, this many 3 ms. */
const MOST_VALUES = 20_000;
/** More parts than a form of any collection has. */
const MOST_PARTS = 200;
/** Two of the longest texts fit. A megabyte takes 25 to 60 ms to read, whatever the program does. */
const LARGEST_FORM = 512 * 1024;

const [QUOTE, COMMA, COLON, BRACKET, BACKSLASH, BRACE] = [0x22, 0x2c, 0x3a, 0x5b, 0x5c, 0x7b];

/**
 * Returns the value of a JSON text, undefined for an empty one. Throws a 400 for any other text, and before parsing for
 * one of so many values that others would wait.
 */
export function parseJson(bytes: Buffer): unknown {
  if (hasMoreValues(bytes, MOST_VALUES)) throw badRequest('Failed to read the submitted data: it has too many values.');
  const text = bytes.toString();
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('Failed to read the submitted data: it is no valid JSON.');
  }
}

/** Returns whether a JSON text has more values, counted by what begins or separates them outside of texts. */
export function hasMoreValues(bytes: Buffer, most: number): boolean {
  let count = 0;
  let isText = false;
  for (let at = 0; at < bytes.length && count <= most; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) isText = !isText;
    else if (isText) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === COMMA || byte === COLON || byte === BRACKET || byte === BRACE) count += 1;
  }
  return count > most;
}

/** Returns a form. Throws before parsing for one that is too large or has too many parts: a guest can send them too. */
export async function parseForm(bytes: Buffer, type: string): Promise<FormData> {
  if (bytes.length > LARGEST_FORM) throw new AppError(413, 'Request entity too large.');
  if (hasTooManyParts(bytes, boundaryOf(type))) throw badRequest(`A form has at most ${MOST_PARTS} parts.`);
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
  } catch {
    throw notAForm();
  }
}

function boundaryOf(type: string): string {
  try {
    const boundary = new MIMEType(type).params.get('boundary');
    if (boundary) return boundary;
  } catch {}
  throw notAForm();
}

function hasTooManyParts(bytes: Buffer, boundary: string): boolean {
  const line = Buffer.from(`--${boundary}`);
  let count = 0;
  for (let at = bytes.indexOf(line); at >= 0 && count <= MOST_PARTS + 1; at = bytes.indexOf(line, at + line.length)) {
    count += 1;
  }
  // The last one ends the form.
  return count > MOST_PARTS + 1;
}

function notAForm(): AppError {
  return badRequest('Failed to read the submitted data: it is no valid form.');
}
