import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { needPackage } from '#proofs/torture/debian-package.ts';

const exec = promisify(execFile);
const STARTED_IN_MS = 60_000;
const HEARD_IN_MS = 6000;

/** The session's bus, accessibility switched on, a window manager and Orca, until the input ends. */
const SESSION = `
/usr/libexec/at-spi-bus-launcher --launch-immediately &
for name in IsEnabled ScreenReaderEnabled; do
  gdbus wait --session --timeout 20 org.a11y.Bus
  gdbus call --session --dest org.a11y.Bus --object-path /org/a11y/bus \\
    --method org.freedesktop.DBus.Properties.Set org.a11y.Status $name '<true>' > /dev/null
done
openbox &
orca --replace --user-prefs "$XDG_DATA_HOME/orca" &
echo "$DBUS_SESSION_BUS_ADDRESS" > "$HOME/bus"
cat
kill 0
`;

export async function needOrca(): Promise<void> {
  await needPackage('dbus-x11', 'dbus-run-session', ['--version']);
  await needPackage('libglib2.0-bin', 'gdbus', ['help']);
  await needPackage('openbox', 'openbox', ['--version']);
  await needPackage('xdotool', 'xdotool', ['--version']);
  await needPackage('orca', 'orca', ['--version']);
}

/** Orca on a hidden display, with what it says. */
export class Orca {
  /** The environment of programs that it reads. */
  readonly env: Record<string, string>;
  readonly #home: string;
  readonly #session: ChildProcess;
  #from = 0;

  private constructor(home: string, env: Record<string, string>, session: ChildProcess) {
    this.#home = home;
    this.env = env;
    this.#session = session;
  }

  static async start(display: string): Promise<Orca> {
    const home = await mkdtemp(join(tmpdir(), 'kabinet-orca-'));
    const data = join(home, 'data');
    await mkdir(join(data, 'orca'), { recursive: true });
    const customizations = 'orca-customizations.py';
    await copyFile(join(import.meta.dirname, customizations), join(data, 'orca', customizations));
    await writeFile(join(home, 'heard'), '');
    const env = {
      HOME: home,
      XDG_DATA_HOME: data,
      XDG_CONFIG_HOME: join(home, 'config'),
      XDG_RUNTIME_DIR: home,
      HEARD: join(home, 'heard'),
      GSETTINGS_BACKEND: 'memory',
      DISPLAY: display,
      LANG: 'C.UTF-8',
      LANGUAGE: 'ru',
    };
    const session = spawn('dbus-run-session', ['--', 'sh', '-c', SESSION], {
      env: { ...process.env, ...env },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const orca = new Orca(home, env, session);
    // It says that it is on.
    const deadline = performance.now() + STARTED_IN_MS;
    while ((await orca.#all()) === '') {
      if (performance.now() > deadline) throw new Error('Orca does not say a word');
      await sleep(200);
    }
    Object.assign(env, { DBUS_SESSION_BUS_ADDRESS: (await readFile(join(home, 'bus'), 'utf8')).trim() });
    return orca;
  }

  /** What is said from now on counts. */
  async listen(): Promise<void> {
    await sleep(1500);
    this.#from = (await this.#all()).length;
  }

  /** Waits until the words are said; returns all that was said meanwhile. */
  async hear(words: RegExp): Promise<{ heard: boolean; said: string }> {
    const deadline = performance.now() + HEARD_IN_MS;
    for (;;) {
      // Words are joined to the next by a no-break space where the typographer put one.
      const said = (await this.#all()).slice(this.#from).replaceAll('\u00a0', ' ');
      if (words.test(said) || performance.now() > deadline) return { heard: words.test(said), said };
      await sleep(100);
    }
  }

  /** Presses keys as a person does, in the window that is in front. */
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await exec('xdotool', ['key', '--clearmodifiers', key], { env: { ...process.env, ...this.env } });
      await sleep(400);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#session.stdin?.end();
    await sleep(500);
    this.#session.kill();
    await rm(this.#home, { recursive: true, force: true, maxRetries: 5 });
  }

  #all(): Promise<string> {
    return readFile(join(this.#home, 'heard'), 'utf8');
  }
}
