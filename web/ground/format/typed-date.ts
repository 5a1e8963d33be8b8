/**
 * Reads a typed date: '18.11.2026', '18.11.26', '18/11/2026', '18 11', '18112026'; a missing year is `today`'s. Returns
 * 'YYYY-MM-DD', or null for text that is no date.
 */
export function readTypedDate(text: string, today: Temporal.PlainDate): string | null {
  const typed = text.trim();
  const parts = /^\d{8}$/.test(typed)
    ? [typed.slice(0, 2), typed.slice(2, 4), typed.slice(4)]
    : typed.split(/[\s./-]+/).filter(Boolean);
  const [day, month, year = String(today.year), ...rest] = parts;
  if (rest.length > 0 || !/^\d{1,2}$/.test(day ?? '') || !/^\d{1,2}$/.test(month ?? '')) return null;
  if (!/^(?:\d{2}|\d{4})$/.test(year)) return null;
  const century = year.length === 2 ? 2000 : 0;
  try {
    const fields = { year: century + Number(year), month: Number(month), day: Number(day) };
    return Temporal.PlainDate.from(fields, { overflow: 'reject' }).toString();
  } catch {
    return null;
  }
}
