import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { needPackage } from '#proofs/torture/debian-package.ts';

const exec = promisify(execFile);

/** The driver of the ESR before it does not know half of the commands. */
const FIREFOX = 153;

/** Installs Firefox ESR, WebKitGTK with its driver, and a display, where they are missing or too old. */
export async function needBrowsers(): Promise<void> {
  const isNewEnough = (printed: string): boolean => Number(/\d+/.exec(printed)?.[0]) >= FIREFOX;
  await needPackage('firefox-esr', 'firefox-esr', ['--version'], isNewEnough);
  await needPackage('webkit2gtk-driver', 'WebKitWebDriver', ['--help']);
  await needPackage('xvfb', 'Xvfb', ['-help']);
  const binding = "import gi; gi.require_version('WebKit2', '4.1'); from gi.repository import WebKit2";
  await needPackage('python3-gi', '/usr/bin/python3', ['-c', 'import gi']);
  await needPackage('gir1.2-webkit2-4.1', '/usr/bin/python3', ['-c', binding]);
}

/** Returns the name and version of each, for the table. */
export async function browserVersions(): Promise<{ firefox: string; webkit: string }> {
  const version = async (name: string): Promise<string> =>
    (await exec('dpkg-query', ['--show', '--showformat', '${Version}', name])).stdout.split('-')[0] ?? '';
  return {
    firefox: `Firefox ${await version('firefox-esr')}`,
    webkit: `WebKitGTK ${await version('webkit2gtk-driver')}`,
  };
}

/** A virtual X display (Xvfb). */
export class HiddenDisplay {
  readonly name: string;
  readonly #server: ChildProcess;

  private constructor(name: string, server: ChildProcess) {
    this.name = name;
    this.#server = server;
  }

  static async open(): Promise<HiddenDisplay> {
    const server = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    for await (const line of createInterface({ input: server.stdout })) return new HiddenDisplay(`:${line}`, server);
    throw new Error('Xvfb ended before it opened a display');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.kill();
  }
}
