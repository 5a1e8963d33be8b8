/**
 * Loaded before every command, so that a Node that cannot read our scripts, or for which npm silently leaves out the
 * tools, says so in one sentence. Written in old JavaScript for that reason.
 */
'use strict';
const [major, minor] = process.versions.node.split('.').map(Number);
const ranges = require('../package.json')
  .engines.node.split(' || ')
  .map((range) => /^(\^|>=)(\d+)\.(\d+)\.0$/.exec(range));

if (!ranges.some(([, sign, most, least]) => (major === +most ? minor >= +least : sign === '>=' && major > +most))) {
  const needed = ranges.map(([, , most, least]) => most + '.' + least).join(', ');
  const end = ': install one from nodejs.org.\n';
  process.stderr.write(
    'Kabinet needs Node ' + needed + ' or newer to begin with, and this is ' + process.version + end,
  );
  process.exit(1);
}
