import fc from 'fast-check';
import { anyCharacter } from '#proofs/support/any-character.ts';

const PIECES =
  `( ) (( )) && || & | = != > >= < <= ~ !~ ?= ?~ ! ? , . : // ' " \\ \\' \\" % _ @ # - + name phone description date ` +
  `created client client.name client.user.name user.email duration status search_text identity_key token_key name:lower ` +
  `name:each @now @year @request.auth.id @collection.x.y null true false 0 -1 1.5 1e9 99999999999999999999 'a' "б" ` +
  `'%' '%a%b%c%' '' "\\u0000" "\\ud800" '2026-11-21' 'тайна' 😀 geoDistance(1,2,3,4) ;drop select ' or 1=1 --`;

const piece = fc.constantFrom(...PIECES.split(' '));
const field = fc.constantFrom('name', 'description', 'created', 'id', 'user.name', 'search_text', 'description:lower');
const sign = fc.constantFrom('=', '!=', '>', '<=', '~', '!~', '?~');
const value = fc.oneof(
  fc.constantFrom("'а'", "''", '@now', '1', 'null', "'%а%б%в%г%'", "'____%'", 'name', 'description'),
  fc.string({ maxLength: 30 }).map((text) => JSON.stringify(text)),
);
const comparison = fc.tuple(field, sign, value).map((parts) => parts.join(' '));
/** Long, nested and many, within the limits and beyond. */
const wellFormed = fc
  .array(comparison, { minLength: 1, maxLength: 60 })
  .chain((list) =>
    fc
      .tuple(fc.constantFrom(' || ', ' && '), fc.nat(10))
      .map(([join, depth]) => '('.repeat(depth) + list.join(join) + ')'.repeat(depth)),
  );

/** Malformed and unusual filters. */
export const fuzzedFilter: fc.Arbitrary<string> = fc.oneof(
  fc.array(piece, { minLength: 1, maxLength: 40 }).map((pieces) => pieces.join(' ')),
  fc.array(piece, { minLength: 1, maxLength: 20 }).map((pieces) => pieces.join('')),
  fc.string({ unit: anyCharacter, maxLength: 60 }).map((text) => text.toWellFormed()),
  comparison,
  wellFormed,
);
