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
