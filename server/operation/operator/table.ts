/** Returns '2026-11-21 09:00' for a stored instant; '' for ''. */
export function minute(stored: string): string {
  return stored.slice(0, 16).replace('T', ' ');
}

/** Returns the rows as lines with aligned columns. */
export function tableOf(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
