import { MIMEType } from 'node:util';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from '#server/ground/http/address.ts';
import { ArrivingBodies, freeChunk } from '#server/ground/http/arriving-bodies.ts';
import { actorOf } from '#server/ground/http/request.ts';
import { LIMITS, type Limits } from '#server/ground/limits/limit-rules.ts';
import { AppError, badRequest } from '#domain/errors.ts';
import type { z } from 'zod';
import { fieldErrorsOf } from '#server/ground/http/field-error.ts';

/** The fields of a request, unchecked. */
export type Body = Readonly<Record<string, unknown>>;

/**
 * A form field with JSON objects that are merged last, unchanged; the SDK sends every value in it that is not plain.
 */
const JSON_PAYLOAD = '@jsonPayload';

/** How many bytes of a refused body are dropped, and how long the connection stays open for the response. */
const MOST_DROPPED = 4 * 1024 * 1024;
const REFUSED_FOR_MS = 4000;

export type ReadBytes = (request: FastifyRequest, stream: IncomingMessage) => Promise<Buffer>;

/** Returns a function that reads a whole body within the limits of its route and, for guests, of their network. */
export function bodyReader(limits: Limits): ReadBytes {
  const bodies = new ArrivingBodies();
  return async (request, stream) => {
    const announced = Number(request.headers['content-length'] ?? 0);
    const limit = request.routeOptions.bodyLimit ?? 0;
    try {
      const coding = request.headers['content-encoding'] ?? 'identity';
      if (coding !== 'identity') throw new AppError(415, 'Unsupported Content-Encoding.');
      const body = await bodies.read(stream, { limit, announced, from: request.ip });
      if (actorOf(request).kind === 'guest') {
        await limits.take(LIMITS.guestKilobytesPerNetwork, networkOf(request.ip), Math.ceil(body.length / 1024));
      }
      return body;
    } catch (error) {
      hangUpSoon(stream);
      throw error;
    }
  };
}

/**
 * Registers the body parsers: JSON, where an empty body counts as absent, and multipart forms, which become FormData.
 * Any other type is a 415, and so is a compressed body, because a few bytes of it could expand without bound. Limits
 * apply before a body is parsed.
 */
export function registerBodyParsers(app: FastifyInstance, read: ReadBytes): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', async (request: FastifyRequest, stream: IncomingMessage) =>
    parseJson(await read(request, stream)),
  );
  app.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, stream: IncomingMessage) =>
    parseForm(await read(request, stream), request.headers['content-type'] ?? ''),
  );
  app.addContentTypeParser('*', async (_request: FastifyRequest, stream: IncomingMessage) => {
    hangUpSoon(stream);
    throw new AppError(415, 'Unsupported Content-Type.');
  });
}

/**
 * Closes the connection of a refused body after a while. Most senders read a response only after sending everything, so
 * the rest of the body is read and dropped up to a limit; a sender of more has some seconds to read the response.
 */
export function hangUpSoon(stream: IncomingMessage): void {
  let dropped = 0;
  stream.on('data', (chunk: Buffer) => {
    dropped += chunk.length;
    freeChunk(chunk);
    if (dropped < MOST_DROPPED) return;
    stream.pause();
    stream.socket.pause();
  });
  const timer = setTimeout(() => stream.destroy(), REFUSED_FOR_MS).unref();
  stream.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
}

/** Returns the type of a field by its name; undefined for one that is not declared. */
type FieldTypes = (name: string) => string | undefined;

/**
 * Returns the fields of a parsed body as an object without a prototype; `typeOf` gives the types for a form, which has
 * only texts. Throws a 400 for a body that is no object.
 */
export function readBody(parsed: unknown, typeOf: FieldTypes = () => undefined): Body {
  const body: Record<string, unknown> = Object.create(null);
  if (parsed instanceof FormData) {
    const texts = textsByName(parsed);
    for (const [name, values] of texts) {
      if (name !== JSON_PAYLOAD) body[name] = formValue(values, typeOf(name));
    }
    for (const payload of texts.get(JSON_PAYLOAD) ?? []) assign(body, parseJson(Buffer.from(payload)));
    return body;
  }
  if (parsed !== undefined && parsed !== null) assign(body, parsed);
  return body;
}

function assign(body: Record<string, unknown>, object: unknown): void {
  if (typeof object !== 'object' || object === null || Array.isArray(object)) {
    throw badRequest('Failed to read the submitted data: an object expected.');
  }
  for (const [name, value] of Object.entries(object)) body[name] = value;
}

function textsByName(form: FormData): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  for (const [name, value] of form) {
    if (typeof value !== 'string') throw badRequest('Files are not accepted.');
    texts.getOrInsertComputed(name, () => []).push(value);
  }
  return texts;
}

function formValue(texts: string[], type: string | undefined): unknown {
  const values = texts.map((text) => inferred(text, type));
  return values.length === 1 ? values[0] : values;
}

/** Converts a text of a form; without a declared type the text decides whether it is a number or a boolean. */
function inferred(text: string, type: string | undefined): unknown {
  switch (type) {
    case undefined:
    case 'number':
    case 'bool':
      return plainValue(text);
    case 'json':
      return jsonOrText(text);
    default:
      return text;
  }
}

function plainValue(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  const number = Number(text);
  return Number.isFinite(number) && String(number) === text ? number : text;
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Far more values than a batch of the largest records. A megabyte of brackets takes 120 ms to parse, this many 3 ms.
 */
const MOST_VALUES = 20_000;
/** More parts than a form of any collection has. */
const MOST_PARTS = 200;
/** Enough for two of the longest texts. A megabyte takes 25 to 60 ms to parse, whatever the program does. */
const LARGEST_FORM = 512 * 1024;

const [QUOTE, COMMA, COLON, BRACKET, BACKSLASH, BRACE] = [0x22, 0x2c, 0x3a, 0x5b, 0x5c, 0x7b];

/**
 * Returns the value of a JSON text, undefined for an empty one. Throws a 400 for invalid JSON and, before parsing, for
 * so many values that other requests would wait.
 */
function parseJson(bytes: Buffer): unknown {
  if (hasMoreValues(bytes, MOST_VALUES)) throw badRequest('Failed to read the submitted data: it has too many values.');
  const text = bytes.toString();
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('Failed to read the submitted data: it is no valid JSON.');
  }
}

/**
 * Returns whether a JSON text has more than `most` values, counted by the signs that begin or separate them outside of
 * strings.
 */
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

/** Parses a form. Throws before parsing if it is too large or has too many parts, because guests can send forms too. */
async function parseForm(bytes: Buffer, type: string): Promise<FormData> {
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
  // The last boundary ends the form.
  return count > MOST_PARTS + 1;
}

function notAForm(): AppError {
  return badRequest('Failed to read the submitted data: it is no valid form.');
}

/** Returns the body or query of an action as parsed by its schema. Throws a 400 with the fields at fault. */
export function readInput<Schema extends z.ZodType>(schema: Schema, input: Body): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw badRequest('An error occurred while validating the submitted data.', fieldErrorsOf(result.error.issues, input));
}
