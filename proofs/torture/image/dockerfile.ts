/** One instruction of a Dockerfile, its continued lines joined. */
export interface Instruction {
  name: string;
  args: string;
}

/** The instructions of each stage, from its FROM on. */
export function readDockerfile(text: string): Instruction[][] {
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n');
  const stages: Instruction[][] = [];
  for (const line of lines.filter((each) => each.trim() !== '')) {
    const [, name = '', args = ''] = /^(\S+)\s+(.*)$/.exec(line.trim()) ?? [];
    if (name === 'FROM') stages.push([]);
    stages.at(-1)?.push({ name, args });
  }
  return stages;
}
