/**
 * Runs the named parts, or all of them, one after the other, and prints their figures as a table. A part is a file of
 * parts/ that exports `run`.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Figure, Part } from '#proofs/torture/part.ts';

const PARTS = join(import.meta.dirname, 'parts');

type Line = Figure & { part: string };

async function main(wanted: readonly string[]): Promise<number> {
  const known = (await readdir(PARTS)).filter((file) => file.endsWith('.ts')).map((file) => file.slice(0, -3));
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    console.error(`No such part: ${unknown.join(', ')}. There are ${known.join(', ')}.`);
    return 2;
  }
  const lines: Line[] = [];
  for (const part of known.filter((name) => wanted.length === 0 || wanted.includes(name))) {
    console.log(`\n── ${part}`);
    lines.push(...(await runPart(part)));
  }
  console.log(`\n${table(lines)}`);
  const failed = lines.filter(({ ok }) => !ok).length;
  console.log(`\n${lines.length - failed} held, ${failed} did not`);
  return failed === 0 ? 0 : 1;
}

/** A part that ends early adds a failed figure. */
async function runPart(part: string): Promise<Line[]> {
  const lines: Line[] = [];
  const tell = (figure: Figure): void => {
    lines.push({ ...figure, part });
    const { ok, what, where, measured } = figure;
    console.log(`${ok ? '✓' : '✗'} ${what}, ${where}: ${measured}`);
  };
  try {
    const { run }: { run: Part } = await import(join(PARTS, `${part}.ts`));
    await run(tell);
  } catch (error) {
    console.error(error);
    tell({ what: 'the part itself', where: '', measured: 'ended early', wanted: 'runs to its end', ok: false });
  }
  return lines;
}

function table(lines: readonly Line[]): string {
  const rows = [
    ['', 'part', 'what', 'where', 'measured', 'wanted'],
    ...lines.map(({ ok, part, what, where, measured, wanted }) => [
      ok ? '✓' : '✗',
      part,
      what,
      where,
      measured,
      wanted,
    ]),
  ];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

process.exitCode = await main(process.argv.slice(2));
