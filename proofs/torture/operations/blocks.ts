import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const DOCS = join(import.meta.dirname, '../../../docs');

/** The pages of docs/ for the operator, in the order in which a new machine can run their blocks: the last one removes. */
const PAGES = [
  'operations/one-practice.md',
  'operations/postgres-and-nodes.md',
  'operations/watching.md',
  'OPERATIONS.md',
];

/** The page in Russian for one practice on a server of its own, which stands by itself. */
const OWN_SERVER = 'operations/svoy-server.md';

/** Returns the pages for the operator as one text. */
export async function readOperations(): Promise<string> {
  return (await readPages([...PAGES, OWN_SERVER])).map(({ text }) => text).join('\n');
}

/** Returns the blocks of all pages, each with its page, in their order. */
export async function readOperationsBlocks(): Promise<(Block & { page: string })[]> {
  return blocksOf(PAGES);
}

/** Returns the blocks of the page for one practice on a server of its own. */
export async function readOwnServerBlocks(): Promise<(Block & { page: string })[]> {
  return blocksOf([OWN_SERVER]);
}

async function blocksOf(pages: readonly string[]): Promise<(Block & { page: string })[]> {
  return (await readPages(pages)).flatMap(({ page, text }) => readBlocks(text).map((block) => ({ ...block, page })));
}

async function readPages(pages: readonly string[]): Promise<{ page: string; text: string }[]> {
  return Promise.all(pages.map(async (page) => ({ page, text: await readFile(join(DOCS, page), 'utf8') })));
}

/** A block of a document: commands, text for a file, or an example. */
export interface Block {
  line: number;
  language: string;
  /** What follows the language: the reason why the block is not run, or the file that it belongs into. */
  info: string;
  text: string;
}

/** Returns the fenced blocks of a Markdown text, in order. */
export function readBlocks(markdown: string): Block[] {
  return [...markdown.matchAll(/^```(\S*)[ ]?(.*)\n([^]*?)^```$/gm)].map((match) => {
    const [, language = '', info = '', text = ''] = match;
    return { line: markdown.slice(0, match.index).split('\n').length, language, info, text };
  });
}

/** Returns a script for a block, or the reason why there is none. */
export function scriptOf({ language, info, text }: Block): { script: string } | { reason: string } {
  if (language === '') throw new Error('A block says neither what it is nor why it is not run.');
  if (language === 'sh') return info === '' ? { script: text } : { reason: info };
  if (!info.startsWith('/')) return { reason: `an example of ${language}` };
  return { script: `mkdir -p "$(dirname ${info})"\ncat >> ${info} <<'END OF BLOCK'\n${text}END OF BLOCK\n` };
}
