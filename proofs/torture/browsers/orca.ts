import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Page } from 'playwright';
import { needPackage } from '#proofs/torture/debian-package.ts';

const exec = promisify(execFile);
const STARTED_IN_MS = 60_000;
const ARRIVES_IN_MS = 60_000;
const HEARD_IN_MS = 6000;
/** So many of Orca's notes, one each 100 ms, without a word. */
const CALM_NOTES = 6;

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
      PLACE: join(home, 'place'),
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

  /** Waits until it stands on the focus of this page and has no more to say of it; what is said from then on counts. */
  async listen(page: Page): Promise<void> {
    const deadline = performance.now() + ARRIVES_IN_MS;
    let [calm, seen, length] = [0, '', -1];
    while (calm < CALM_NOTES) {
      await sleep(50);
      const [note, said] = await Promise.all([this.#place(), this.#all()]);
      if (note === seen) continue;
      const wanted = await page.evaluate(() => {
        if (!document.hasFocus()) return 'a page in front';
        return `${document.activeElement === document.body ? 'beside' : 'on'} ${location.href}`;
      });
      const place = note.slice(note.indexOf(' ') + 1);
      calm = place === wanted && said.length === length ? calm + 1 : 0;
      [seen, length] = [note, said.length];
      if (performance.now() > deadline) throw new Error(`Orca does not arrive: ${place}, not ${wanted}`);
    }
    this.#from = length;
  }

  /** Waits until the words are said; returns all that was said meanwhile. */
  async hear(words: RegExp): Promise<{ heard: boolean; said: string }> {
    const said = await this.#waitFor(words, this.#from);
    return { heard: words.test(said), said };
  }

  /** Sends keys to the front window, each once Orca has received the one before. */
  async press(...keys: string[]): Promise<void> {
    for (const [index, key] of keys.entries()) {
      const from = (await this.#all()).length;
      // xdotool lets go of Ctrl before the letter, which then is a command of Orca's own.
      const held = key.split('+');
      const pressed = held.pop() ?? key;
      const keyed = (act: string): string[] => held.flatMap((modifier) => [act, modifier]);
      await exec('xdotool', [...keyed('keydown'), 'key', pressed, ...keyed('keyup')], {
        env: { ...process.env, ...this.env },
      });
      if (index < keys.length - 1) await this.#waitFor(/./, from);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#session.stdin?.end();
    await sleep(500);
    this.#session.kill();
    await rm(this.#home, { recursive: true, force: true, maxRetries: 5 });
  }

  async #waitFor(words: RegExp, from: number): Promise<string> {
    const deadline = performance.now() + HEARD_IN_MS;
    for (;;) {
      // Words are joined to the next by a no-break space where the typographer put one.
      const said = (await this.#all()).slice(from).replaceAll('\u00a0', ' ');
      if (words.test(said) || performance.now() > deadline) return said;
      await sleep(50);
    }
  }

  #place(): Promise<string> {
    return readFile(join(this.#home, 'place'), 'utf8');
  }

  #all(): Promise<string> {
    return readFile(join(this.#home, 'heard'), 'utf8');
  }
}
