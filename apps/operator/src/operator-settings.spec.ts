import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readSettings } from '@nordgate/service/process';
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
