import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runTyped } from '#proofs/support/operator/typed.ts';
import type { Command } from '#server/operation/operator/command.ts';
import { StartError } from '#server/ground/process/start-error.ts';

/** A name that a stranger may choose: colours, a deleted line, reversed letters, and a line of its own. */
const HOSTILE = 'Анна\u001b[2K\u009b31m\u202eантон\u0007\r\ndone';

const happened: string[] = [];

const greet: Command = {
  name: 'users greet',
  args: ['EMAIL', '[NAME]'],
  summary: 'greets somebody',
  options: { from: { summary: 'the greeting one', value: 'NAME' } },
  changes: true,
  async run({ args, options, confirm, print }) {
    await confirm(`Greet ${args[1]}?`);
    happened.push(args[0] ?? '');
    print({ greeted: args[1], from: options.get('from') }, [`Greeted ${args[1]}`]);
  },
};

const refuse: Command = {
  name: 'refuse',
  args: [],
  summary: 'refuses',
  async run() {
    throw new StartError(`${HOSTILE} is refused.`);
  },
};

const version: Command = {
  name: 'version',
  args: [],
  summary: 'the version',
  run: async ({ print }) => print({ version: 1 }, ['One']),
};

const COMMANDS = [greet, refuse, version];

describe('what is typed at the operator’s command', () => {
  const typed = (words: string[], answer?: string) => runTyped(words, { commands: COMMANDS, answer });

  test('no command, an unknown one and unknown words say so with what there is, status 2', async () => {
    const cases: [string[], string][] = [
      [[], 'Which command?'],
      [['gret'], 'There is no command "gret".'],
      [['users', 'gret'], 'There is no command "users gret".'],
      [['users', 'greet'], 'kabinet users greet needs EMAIL.'],
      [['users', 'greet', 'a', 'b', 'c'], 'kabinet users greet does not take "c".'],
      [['users', 'greet', 'a', '--loud'], "kabinet users greet was not understood: Unknown option '--loud'."],
      [['users', 'greet', 'a', '-l'], "kabinet users greet was not understood: Unknown option '-l'."],
      [
        ['users', 'greet', 'a', '--from'],
        "kabinet users greet was not understood: Option '--from <value>' argument missing.",
      ],
      [
        ['users', 'greet', 'a', '--json=yes'],
        "kabinet users greet was not understood: Option '--json' does not take an argument.",
      ],
      [['users', 'greet', 'a', '--__proto__'], "kabinet users greet was not understood: Unknown option '--__proto__'."],
      [['refuse', '--yes'], "kabinet refuse was not understood: Unknown option '--yes'."],
      [['\u001b[2J'], String.raw`There is no command "\u001b[2J".`],
    ];
    for (const [words, sentence] of cases) {
      const { status, output, beside } = await typed(words);
      assert.deepEqual([status, output, beside.split('\n')[0]], [2, '', sentence]);
      assert.match(beside, /users greet EMAIL \[NAME\]|--json/);
    }
    assert.deepEqual(happened, []);
  });

  test('help names every command, and every option of one', async () => {
    const all = await typed(['--help']);
    assert.equal(all.status, 0);
    for (const { name, summary } of COMMANDS) assert.ok(all.output.includes(name) && all.output.includes(summary));
    assert.deepEqual(await typed(['help']), all);
    assert.equal((await typed(['--version'])).output, 'One\n');
    assert.equal(JSON.parse((await typed(['--version', '--json'])).output).version, 1);
    const one = await typed(['users', 'greet', '--help']);
    assert.equal(one.status, 0);
    assert.match(one.output, /--from NAME {2}the greeting one\n {2}--yes/);
  });

  test('SAFE-04 a change asks back, declines without a terminal, and goes ahead with --yes', async () => {
    const words = ['users', 'greet', 'a@b.example', 'Анна'];
    const declined = await typed(words);
    assert.deepEqual([declined.status, declined.output], [1, '']);
    assert.equal(declined.beside, 'There is no terminal to ask at: --yes goes ahead without asking.\n');
    for (const answer of ['', 'no', 'n', 'нет', 'yess', null]) {
      const { status, output, beside } = await typed(words, answer ?? '\u0004');
      assert.deepEqual([status, output], [1, ''], String(answer));
      assert.match(beside, /^Greet Анна\? \(yes\/no\) /);
    }
    assert.deepEqual(happened, []);
    for (const answer of ['yes', 'Y', ' да ']) assert.equal((await typed(words, answer)).output, 'Greeted Анна\n');
    assert.deepEqual(await typed([...words, '--yes', '--json', '--from', 'Мы']), {
      status: 0,
      output: `${JSON.stringify({ greeted: 'Анна', from: 'Мы' }, null, 2)}\n`,
      beside: '',
    });
    assert.equal(happened.length, 4);
  });

  test('SAFE-04 what a stranger called themselves is shown, and steers no terminal', async () => {
    const steers = /[^\P{C}\n]/u;
    const results = [
      await typed(['users', 'greet', 'a', HOSTILE], 'yes'),
      await typed(['users', 'greet', 'a', HOSTILE, '--yes', '--json']),
      await typed(['users', 'greet', 'a', 'b', HOSTILE]),
      await typed(['refuse']),
    ];
    for (const { output, beside } of results) {
      assert.doesNotMatch(output + beside, steers);
      assert.match(output + beside, /\\u001b\[2K\\u009b31m\\u202e/);
      assert.doesNotMatch(output + beside, /^done/m);
    }
    assert.equal(JSON.parse(results[1]?.output ?? '').greeted, HOSTILE);
    assert.equal(results[3]?.beside.split('\n').length, 2);
  });
});
