import { relative } from 'node:path';
import type { EventData } from 'node:test';
import type { TestEvent } from 'node:test/reporters';
import { inspect, stripVTControlCharacters } from 'node:util';
import { ROOT } from './lib-project.mjs';

/** A test that has no tests inside. */
export interface LeafTest {
  /** From the root of the project. */
  file: string;
  /** Its own title and those of what is around it, outermost first. */
  titles: string[];
  outcome: 'passed' | 'failed' | 'skipped';
}

/** A run is green when it has no problems. */
export interface Results {
  tests: LeafTest[];
  problems: string[];
}

interface Open {
  title: string;
  isLeaf: boolean;
}

/** Reads what `node:test` says while files run: text for people as it comes, and results, complete after `end`. */
export class Report {
  readonly results: Results = { tests: [], problems: [] };
  readonly #files: readonly string[];
  /** Of each file that runs, the tests that are open, outermost first. */
  readonly #open = new Map<string, Open[]>();
  /** The files whose tests are all done. A process that exits earlier never sends its summary. */
  readonly #done = new Set<string>();

  /** @param files that run, from the root of the project */
  constructor(files: readonly string[]) {
    this.#files = files;
  }

  /** Returns what a person reads of an event. */
  take({ type, data }: TestEvent): string {
    if (type === 'test:stdout' || type === 'test:stderr') return data.message;
    if (type === 'test:start') this.#start(data);
    if (type === 'test:pass') return this.#pass(data);
    if (type === 'test:fail') return this.#fail(data);
    // A test that throws after its end is named so.
    if (type === 'test:diagnostic' && /^(?:Error|Warning): /.test(data.message)) return `${data.message}\n`;
    if (type === 'test:summary' && data.file !== undefined) {
      const file = relative(ROOT, data.file);
      this.#done.add(file);
      return `${(data.duration_ms / 1000).toFixed(1).padStart(6)} s ${file}\n`;
    }
    return '';
  }

  /** Returns what a person reads of files that did not end as they should. */
  end(): string {
    const problems = this.#files.flatMap((file) => {
      if (!this.results.tests.some((test) => test.file === file)) return [`${file}: no test of it ran`];
      return this.#done.has(file) ? [] : [`${file}: it ended before its tests did`];
    });
    this.results.problems.push(...problems);
    return problems.map((problem) => `\n✗ ${problem}\n`).join('');
  }

  #start({ name, nesting, entryFile }: EventData.TestStart): void {
    // Without an entry file an event is about a file as a whole.
    if (entryFile === undefined) return;
    const around = this.#open.get(entryFile)?.slice(0, nesting) ?? [];
    for (const each of around) each.isLeaf = false;
    this.#open.set(entryFile, [...around, { title: name, isLeaf: true }]);
  }

  #pass(data: EventData.TestPass): string {
    const isSkipped = data.skip !== undefined || data.todo !== undefined;
    this.#keep(data, isSkipped ? 'skipped' : 'passed');
    return isSkipped ? `- skipped: ${place(data)} ${data.name}\n` : '';
  }

  #fail(data: EventData.TestFail): string {
    if (data.todo !== undefined) {
      this.#keep(data, 'skipped');
      return `- to do: ${place(data)} ${data.name}\n`;
    }
    const { error } = data.details;
    // What is inside has failed by itself.
    if ('failureType' in error && error.failureType === 'subtestsFailed') return '';
    this.#keep(data, 'failed');
    const problem = `${place(data)} ${data.name}\n${describe(error)}`;
    this.results.problems.push(problem);
    return `\n✗ ${problem}\n`;
  }

  #keep({ entryFile, nesting, details }: EventData.TestPass | EventData.TestFail, outcome: LeafTest['outcome']): void {
    const open = this.#open.get(entryFile ?? '')?.slice(0, nesting + 1) ?? [];
    if (entryFile === undefined || details.type === 'suite' || open.at(-1)?.isLeaf !== true) return;
    this.results.tests.push({ file: relative(ROOT, entryFile), titles: open.map(({ title }) => title), outcome });
  }
}

function place({ file, line }: EventData.LocationInfo): string {
  return file === undefined ? '' : `${relative(ROOT, file)}:${line ?? 1}`;
}

/** @param error the runner's error around the test's own */
function describe({ cause, stack }: Error): string {
  const own = cause instanceof Error ? cause.stack : (cause ?? stack);
  const text = typeof own === 'string' ? own : inspect(own);
  return stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => !line.includes('(node:'))
    .map((line) => `  ${line}`)
    .join('\n');
}
