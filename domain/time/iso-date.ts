/** Returns the day 'YYYY-MM-DD'; null for any other text. */
export function readIsoDate(text: string | undefined): Temporal.PlainDate | null {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text ?? '')) return null;
  try {
    return Temporal.PlainDate.from(text ?? '');
  } catch {
    return null;
  }
}
