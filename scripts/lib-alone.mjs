import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './lib-project.mjs';

/**
 * Runs one process of this checkout at a time: a second one waits for the first. The lock is an address to listen at,
 * which the system takes back from a process that ended, however it ended.
 * @template Result
 * @param {string} what is done alone
 * @param {() => Promise<Result>} run
 * @param {() => void} [onWait] called once where another process is at it
 * @returns {Promise<Result>}
 */
export async function alone(what, run, onWait = () => {}) {
  const address = addressOf(what);
  let server = await listen(address);
  if (!server) onWait();
  while (!server) {
    await untilFree(address);
    server = await listen(address);
  }
  try {
    return await run();
  } finally {
    server.release();
  }
}

/** @param {string} what */
function addressOf(what) {
  const name = `kabinet-${createHash('sha256').update(`${ROOT}\n${what}`).digest('hex').slice(0, 32)}`;
  if (process.platform === 'linux') return `\0${name}`;
  return process.platform === 'win32' ? `\\\\?\\pipe\\${name}` : join(tmpdir(), name);
}

/**
 * Returns null where another process listens there.
 * @param {string} address
 */
async function listen(address) {
  /** @type {Set<import('node:net').Socket>} */
  const waiting = new Set();
  const server = createServer((socket) => {
    waiting.add(socket);
    socket.on('error', () => {}).unref();
  });
  try {
    await once(server.listen(address).unref(), 'listening');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return null;
    throw error;
  }
  const release = () => {
    server.close();
    for (const socket of waiting) socket.destroy();
  };
  return { release };
}

/**
 * Waits until the process that listens there is done, or gone.
 * @param {string} address
 */
async function untilFree(address) {
  const socket = connect(address);
  /** @type {string} */
  const refused = await new Promise((resolve) => {
    socket.on('error', (error) => resolve('code' in error ? String(error.code) : ''));
    socket.on('close', () => resolve(''));
    socket.resume();
  });
  // The file of a process that was killed, where addresses are files.
  if (refused === 'ECONNREFUSED' && !address.startsWith('\0')) await rm(address, { force: true });
}
