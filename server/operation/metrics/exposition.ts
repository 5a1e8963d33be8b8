/** One value of a family, with its labels. */
export interface Sample {
  labels?: Readonly<Record<string, string | number>>;
  value: number;
  /** '_bucket', '_sum' or '_count' of a histogram. */
  suffix?: string;
}

/** A metric of Prometheus with all its samples. */
export interface Family {
  name: string;
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  samples: readonly Sample[];
}

/** The content type of the text format. */
export const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Prints families in the text format of Prometheus; leaves out those without a sample. */
export function printFamilies(families: readonly Family[]): string {
  return families
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, type, help, samples }) =>
      [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples.map((sample) => printSample(name, sample))].join(
        '\n',
      ),
    )
    .join('\n')
    .concat('\n');
}

function printSample(name: string, { labels = {}, value, suffix = '' }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(String(text))}"`);
  return `${name}${suffix}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`;
}

function escapeLabel(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

/**
 * Returns the samples of one histogram. `counts` has one number for each bound, of values between the previous bound
 * and this one, and a last one for values above all; the format needs them added up.
 */
export function histogram(
  labels: Readonly<Record<string, string>>,
  bounds: readonly number[],
  counts: readonly number[],
  sum: number,
): Sample[] {
  let total = 0;
  const buckets = counts.map((count, at): Sample => {
    total += count;
    return { labels: { ...labels, le: bounds[at] ?? '+Inf' }, value: total, suffix: '_bucket' };
  });
  return [...buckets, { labels, value: sum, suffix: '_sum' }, { labels, value: total, suffix: '_count' }];
}

/** Returns a family with one sample, or without samples for null. */
export function gauge(name: string, help: string, value: number | null): Family {
  return { name, type: 'gauge', help, samples: value === null ? [] : [{ value }] };
}

/** Returns a family with one sample for each value of one label; values of null are omitted. */
export function byLabel(
  family: Omit<Family, 'samples'>,
  label: string,
  values: Readonly<Record<string, number | null>>,
): Family {
  const samples = Object.entries(values).flatMap(([text, value]) =>
    value === null ? [] : [{ labels: { [label]: text }, value }],
  );
  return { ...family, samples };
}
