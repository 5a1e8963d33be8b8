import { readFileSync } from 'node:fs';
import { inProject } from '#server/ground/process/project-root.ts';

/** The version of the program, '1.8.4'. */
export const VERSION = String(JSON.parse(readFileSync(inProject('package.json'), 'utf8')).version);
