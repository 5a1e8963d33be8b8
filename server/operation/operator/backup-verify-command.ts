import { readKeyFile } from '#server/data/backup/keys.ts';
import { verifyBackup } from '#server/data/backup/verify-backup.ts';
import type { Command } from '#server/operation/operator/command.ts';
import { UsageError } from '#server/operation/operator/command.ts';

export const backupVerify: Command = {
  name: 'backup verify',
  args: ['FILE'],
  summary: 'whether a backup can be opened and is whole, on the machine that has its key',
  options: { identity: { value: 'FILE', summary: 'the identity or the passphrase that opens it' } },
  async run({ args: [file = ''], options, path, print }) {
    const identity = options.get('identity');
    if (identity === undefined) throw new UsageError('kabinet backup verify needs --identity FILE.', []);
    const { newest, migrations, rows } = await verifyBackup(path(file), readKeyFile(path(identity), '--identity'));
    const count = Object.values(rows).reduce((sum, number) => sum + number, 0);
    print({ newest, rows, migrations: migrations.length }, [
      `The backup is whole: ${count} rows in ${Object.keys(rows).length} tables; the newest entry: ${newest || 'none'}.`,
      ...['users', 'clients', 'sessions', 'blog_posts'].map((table) => `  ${table}: ${rows[table] ?? 0}`),
    ]);
  },
};
