import { readConfig } from '#server/ground/config/config.ts';
import { changeKeyFile } from '#server/accounts/keys/change-key-file.ts';
import type { Command } from '#server/operation/operator/command.ts';
import { refuseNoData } from '#server/operation/operator/open-data.ts';

export const keyChange: Command = {
  name: 'key change',
  args: [],
  summary: 'puts a new key into the key file and keeps the one before; all programs stopped',
  changes: true,
  async run({ env, terminal, confirm, print }) {
    const config = readConfig(env);
    if (config.databaseUrl === null) refuseNoData(config.dataDir);
    await confirm('Put a new key into the key file? Who loses it loses the texts: keep a copy of the new one.');
    const changed = await changeKeyFile(config);
    const { keyFile, before } = changed;
    print(changed, [`The key file ${keyFile} holds a new key.`, `The one before is kept as ${before}.`]);
    terminal.tell(
      'Copy the new key file to where you keep its copy, and to every other node.',
      'Backups made until now open with the one before alone: keep it as long as them, apart from the data.',
    );
  },
};
