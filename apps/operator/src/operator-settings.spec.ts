import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readSettings, writeOperationsFile } from '@nordgate/service/settings';
import { operationsReach, OperatorSettings } from './operator-settings.js';

const reachIn = (env: Record<string, string>) =>
  operationsReach(readSettings(OperatorSettings, env));

describe("the reach of the operator's command", () => {
  it.each([
    [{}, 'http://127.0.0.1:8082', '.nordgate/secrets'],
    [{ OPERATIONS_PORT: '9082' }, 'http://127.0.0.1:9082', '.nordgate/secrets'],
    [{ NORDGATE_DATA_DIR: '/bank' }, 'http://127.0.0.1:8082', '/bank/secrets'],
  ])('follows the environment of npm start: %j', (env, url, secretsDir) => {
    expect(reachIn(env)).toMatchObject({ OPERATIONS_URL: url, NORDGATE_SECRETS_DIR: secretsDir });
  });

  describe('beside a bank of several processes', () => {
    let dataDir: string;
    beforeEach(() => {
      dataDir = mkdtempSync(join(tmpdir(), 'nordgate-reach-'));
      mkdirSync(join(dataDir, 'cluster'));
    });
    afterEach(() => rmSync(dataDir, { recursive: true }));
    const services = {
      ...{
        payments: 'http://127.0.0.1:1',
        baskets: 'http://127.0.0.1:2',
        sca: 'http://127.0.0.1:3',
      },
      ...{ accounts: 'http://127.0.0.1:4', batch: 'http://127.0.0.1:5' },
    };
    const file = { secrets: '/cluster/secrets', services, pid: process.pid };
    const write = (change: object = {}) =>
      writeOperationsFile(join(dataDir, 'cluster'), { ...file, ...change });
    const own = (env: Record<string, string> = {}) =>
      reachIn({ NORDGATE_DATA_DIR: dataDir, ...env });

    it('is that of its services and its keys, until it stops', () => {
      const remove = write();
      expect(own()).toMatchObject({ services, NORDGATE_SECRETS_DIR: '/cluster/secrets' });
      remove();
      expect(own()).not.toHaveProperty('services');
      expect(own()).toMatchObject({ NORDGATE_SECRETS_DIR: join(dataDir, 'secrets') });
    });

    it('gives way to an address of the settings', () => {
      write();
      expect(own({ OPERATIONS_URL: 'http://payments:8090' })).not.toHaveProperty('services');
    });

    it.each([
      ['was left behind by a process that has ended', { pid: 2 ** 22 + 1 }],
      ['lacks a service', { services: { ...services, sca: undefined } }],
      ['has no keys', { secrets: undefined }],
    ])('ignores a file that %s', (_how, change) => {
      write(change);
      expect(own()).not.toHaveProperty('services');
    });

    it('ignores a file that is no JSON object', () => {
      for (const text of ['', 'null', '[]', '{']) {
        writeFileSync(join(dataDir, 'cluster', 'operations.json'), text);
        expect(own()).not.toHaveProperty('services');
      }
    });
  });

  it('is that of a service when its address and secrets are given', () => {
    const env = { OPERATIONS_URL: 'http://payments:8090', NORDGATE_SECRETS_DIR: '/run/secrets' };
    const others = { OPERATIONS_PORT: '1', NORDGATE_DATA_DIR: '/bank' };
    expect(reachIn({ ...env, ...others })).toMatchObject(env);
  });
});

describe("the operator's command", () => {
  it('prints its help where there are no secrets', async () => {
    const main = join(import.meta.dirname, '..', 'dist', 'main.js');
    const env = { PATH: process.env['PATH'], NORDGATE_SECRETS_DIR: '/nonexistent' };
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [main, 'tpp', 'stop', '--help'],
      {
        env,
        cwd: tmpdir(),
      },
    );
    expect(stdout).toContain('--until <date>');
  });
});
