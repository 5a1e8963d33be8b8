import type { Command } from '#server/operation/operator/command.ts';
import { VERSION } from '#server/ground/process/version.ts';

export const version: Command = {
  name: 'version',
  args: [],
  summary: 'the version of Kabinet and of what runs it',
  async run({ print }) {
    const { sqlite, openssl } = process.versions;
    const versions = { version: VERSION, node: process.version, sqlite: sqlite ?? '', openssl: openssl ?? '' };
    print(versions, [`Kabinet ${VERSION}`, `Node ${process.version}, SQLite ${sqlite}, OpenSSL ${openssl}`]);
  },
};
