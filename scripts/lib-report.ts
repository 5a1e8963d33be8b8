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
  ms: number;
}

/** A run is green when it has no problems. */
export interface Results {
  tests: LeafTest[];
  problems: string[];
}

/** Returns the closing line. */
export function summary({ tests, problems }: Results): string {
  const count = (outcome: LeafTest['outcome']): number => tests.filter((test) => test.outcome === outcome).length;
  return `${count('passed')} passed, ${problems.length} failed, ${count('skipped')} skipped`;
}

interface Open {
  title: string;
  isLeaf: boolean;
}

/** Reads what `node:test` reports of a file: text for people as it comes, and results, complete after `end`. */
export class Report {
  readonly results: Results = { tests: [], problems: [] };
  readonly #file: string;
  /** The tests that are open, outermost first. */
  #open: Open[] = [];

  /** @param file that runs, from the root of the project */
  constructor(file: string) {
    this.#file = file;
  }

  /** Returns what a person reads of an event. */
  take({ type, data }: TestEvent): string {
    if (type === 'test:start') this.#start(data);
    if (type === 'test:pass') return this.#pass(data);
    if (type === 'test:fail') return this.#fail(data);
    if (type === 'test:diagnostic') return this.#note(data.message);
    return '';
  }

  /** Adds what failed outside the tests of the file. */
  end(): void {
    if (this.results.tests.length === 0) this.results.problems.push(`${this.#file}: no test of it ran`);
  }

  /** An uncaught error is in a message alone, and its test may wait for ever. */
  #note(message: string): string {
    if (message.startsWith('Error: ')) this.results.problems.push(`${this.#file}: ${message}`);
    return /^(?:Error|Warning): /.test(message) ? `${message}\n` : '';
  }

  #start({ name, nesting }: EventData.TestStart): void {
    const around = this.#open.slice(0, nesting);
    for (const each of around) each.isLeaf = false;
    this.#open = [...around, { title: name, isLeaf: true }];
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
    this.results.problems.push(`${place(data)} ${data.name}\n${describe(error)}`);
    return '';
  }

  #keep({ nesting, details }: EventData.TestPass | EventData.TestFail, outcome: LeafTest['outcome']): void {
    const open = this.#open.slice(0, nesting + 1);
    if (details.type === 'suite' || open.at(-1)?.isLeaf !== true) return;
    this.results.tests.push({
      file: this.#file,
      titles: open.map(({ title }) => title),
      outcome,
      ms: details.duration_ms,
    });
  }
}

function place({ file, line }: EventData.LocationInfo): string {
  return file === undefined ? '' : `${relative(ROOT, file)}:${line ?? 1}`;
}

/** @param error the runner's error around the test's own, which may have a cause again */
function describe({ cause, stack }: Error): string {
  if (cause === undefined) return indented(stack ?? '');
  const texts: string[] = [];
  for (let own: unknown = cause; own !== undefined; own = own instanceof Error ? own.cause : undefined) {
    const text = own instanceof Error ? own.stack : own;
    texts.push(indented(typeof text === 'string' ? text : inspect(text)));
  }
  return texts.join('\n  because of\n');
}

function indented(text: string): string {
  return stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => !line.includes('(node:'))
    .map((line) => `  ${line}`)
    .join('\n');
}
