/**
 * Loaded before every command, so that a Node that cannot even read our scripts says so in one sentence. Written in old
 * JavaScript for that reason.
 */
'use strict';
const needed = require('../package.json').engines.node.replace(/\D+/g, '');

if (Number(process.versions.node.split('.')[0]) < Number(needed)) {
  process.stderr.write(
    'Kabinet needs Node ' +
      needed +
      ' or newer to begin with, and this is ' +
      process.version +
      ': install one from nodejs.org.\n',
  );
  process.exit(1);
}
