/** `npm run restore -- FILE`: the data of a backup, into an empty folder. */
import { runOnFile } from './backup.mjs';
import { runAsScript } from './lib-project.mjs';

await runAsScript(import.meta.url, () => runOnFile('server/data/backup/restore-command.ts'));
