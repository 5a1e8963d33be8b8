import fc from 'fast-check';

/** Any character of Unicode. The unit `binary` of fast-check means the same, and takes two seconds the first time. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10_ff_ff })
  .filter((point) => point < 0xd8_00 || point > 0xdf_ff)
  .map((point) => String.fromCodePoint(point));
