import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import PocketBase from 'pocketbase';
import { QUICK_KEY } from '#proofs/support/backup/run-command.ts';
import { createTestData, openUnlocked, type TestData } from '#proofs/support/engines.ts';
import { endProgram, readyUrl, startProgram } from '#proofs/support/program.ts';
import { addPractitioner } from '#proofs/support/rows.ts';
import { createTestPostgres, type TestPostgres } from '#proofs/support/test-postgres.ts';
import { makeBackup } from '#server/data/backup/make-backup.ts';
import { restoreBackup } from '#server/data/backup/restore-backup.ts';
import { restoreToPostgres } from '#server/data/backup/restore-to-postgres.ts';
import type { Config } from '#server/ground/config/config.ts';
import type { Engine } from '#server/ground/db/database.ts';
import { changeKeyFile } from '#server/accounts/keys/change-key-file.ts';
import { mailFolder } from '#server/ground/mail/letter-files.ts';
import { listLetters } from '#server/ground/mail/read-letters.ts';

const EMAIL = 'sealed@example.org';
/** That of `addPractitioner`. */
export const FIRST_PASSWORD = 'correct horse battery';

/** A licence, for more clients than three. */
const LICENSED = {
  license_key: 'VALID_1',
  license_status: 'active',
  license_verified_at: '2026-01-01 00:00:00.000Z',
  license_expires_at: '2099-01-01 00:00:00.000Z',
};

interface BackupMade {
  file: string;
  /** A copy of the key file of its time. */
  key: string;
}

/** Running programs on one database, two on PostgreSQL, and one practitioner who uses them. */
export class SealedWorld implements AsyncDisposable {
  readonly engine: Engine;
  #config: Config;
  readonly #data: TestData;
  readonly #children: ChildProcess[] = [];
  readonly #urls: string[] = [];
  readonly #databases: TestPostgres[] = [];
  #folders = 0;
  #callers = 0;
  #token: PocketBase['authStore'] | null = null;

  private constructor(engine: Engine, data: TestData) {
    this.engine = engine;
    this.#data = data;
    this.#config = data.config;
  }

  static async open(engine: Engine): Promise<SealedWorld> {
    const world = new SealedWorld(engine, await createTestData(engine));
    const db = await openUnlocked(world.#config);
    await addPractitioner(db, { email: EMAIL }, LICENSED);
    await db.close();
    await world.start();
    await world.signIn(FIRST_PASSWORD, 0);
    return world;
  }

  get nodes(): number {
    return this.engine === 'postgres' ? 2 : 1;
  }

  /** A signed-in client of one of the programs. */
  at(node: number): PocketBase {
    const pb = this.#guest(node);
    if (this.#token) pb.authStore.save(this.#token.token, this.#token.record);
    return pb;
  }

  async signIn(password: string, node: number): Promise<void> {
    const pb = this.#guest(node);
    await pb.collection('users').authWithPassword(EMAIL, password);
    this.#token = pb.authStore;
  }

  async changePassword(old: string, password: string, node: number): Promise<void> {
    const pb = this.at(node);
    const id = pb.authStore.record?.id ?? '';
    await pb.collection('users').update(id, { oldPassword: old, password, passwordConfirm: password });
    await this.signIn(password, node);
  }

  /** A new password by letter, which asks for no old one. */
  async resetPassword(password: string, node: number): Promise<void> {
    const pb = this.#guest(node);
    await pb.collection('users').requestPasswordReset(EMAIL);
    await pb.collection('users').confirmPasswordReset(await this.#resetToken(), password, password);
    await this.signIn(password, node);
  }

  async #resetToken(): Promise<string> {
    for (let patience = 1000; patience > 0; patience -= 1) {
      for (let node = 0; node < this.nodes; node += 1) {
        const letters = await listLetters(mailFolder(this.#dataDir(node)));
        const letter = letters.find(({ subject }) => subject.startsWith('Новый пароль'));
        const token = /#token=([\w.-]+)/.exec(letter?.text ?? '')?.[1];
        if (token) return token;
      }
      await sleep(20);
    }
    throw new Error('No letter came.');
  }

  async kill(node: number): Promise<void> {
    const child = this.#children[node];
    if (child) await endProgram(child, 'SIGKILL');
    await this.#startNode(node);
  }

  async changeKeyFile(): Promise<void> {
    await this.#stop();
    await changeKeyFile(this.#config);
    await this.start();
  }

  async backUp(): Promise<BackupMade> {
    const folder = dirname(this.#config.keyFile ?? '');
    this.#folders += 1;
    const [file, key] = [join(folder, `${this.#folders}.backup`), join(folder, `kept-${this.#folders}`)];
    const { dataDir, databaseUrl } = this.#config;
    await makeBackup({ dataDir, databaseUrl, file, key: QUICK_KEY });
    copyFileSync(this.#config.keyFile ?? '', key);
    return { file, key };
  }

  /** Goes on with the data of a backup, in a new place, as docs/operations/one-practice.md says: the key of now is set aside. */
  async restore({ file, key }: BackupMade): Promise<void> {
    await this.#stop();
    const place = this.#config.keyFile ?? '';
    this.#folders += 1;
    renameSync(place, `${place}.aside-${this.#folders}`);
    const dataDir = join(dirname(place), `restored-${this.#folders}`);
    const sealed = { place, from: key };
    if (this.engine === 'sqlite') {
      await restoreBackup(file, QUICK_KEY, dataDir, [], sealed);
      this.#config = { ...this.#config, dataDir };
    } else {
      const database = await createTestPostgres('no tables');
      this.#databases.push(database);
      await restoreToPostgres(file, QUICK_KEY, { dataDir, databaseUrl: database.url, erased: [], sealed });
      this.#config = { ...this.#config, dataDir, databaseUrl: database.url };
    }
    this.#token = null;
    await this.start();
  }

  async start(): Promise<void> {
    for (let node = 0; node < this.nodes; node += 1) await this.#startNode(node);
  }

  async #startNode(node: number): Promise<void> {
    const { databaseUrl, keyFile } = this.#config;
    const child = startProgram('server/main.ts', {
      PORT: '0',
      DATA_DIR: this.#dataDir(node),
      DATABASE_URL: databaseUrl ?? '',
      KEY_FILE: keyFile ?? '',
      TRUST_PROXY: '127.0.0.1',
      LOG_LEVEL: 'error',
    });
    this.#children[node] = child;
    this.#urls[node] = await readyUrl(child);
  }

  #dataDir(node: number): string {
    return node === 0 ? this.#config.dataDir : `${this.#config.dataDir}-${node}`;
  }

  async #stop(): Promise<void> {
    await Promise.all(this.#children.map((child) => endProgram(child, 'SIGTERM')));
    for (const child of this.#children) assert.equal(child.signalCode, null);
  }

  /** Every call is from an address of its own: no limit of attempts is reached. */
  #guest(node: number): PocketBase {
    const pb = new PocketBase(this.#urls[node % this.nodes]).autoCancellation(false);
    this.#callers += 1;
    const address = `198.18.${this.#callers >> 8}.${this.#callers & 255}`;
    pb.beforeSend = (url, options) => ({
      url,
      options: { ...options, headers: { ...options.headers, 'x-forwarded-for': address } },
    });
    return pb;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#children.map((child) => endProgram(child, 'SIGKILL')));
    for (const database of this.#databases) await database[Symbol.asyncDispose]();
    rmSync(this.#config.dataDir, { recursive: true, force: true });
    await this.#data.dispose();
  }
}
