import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const built = join(import.meta.dirname, '..', 'dist');
const profiles = join(import.meta.dirname, '..', '..', '..', 'libs', 'contracts', 'profiles');

/** Runs a built command to its end. */
async function runToEnd(
  program: string,
  env: Readonly<Record<string, string>>,
  ...args: readonly string[]
) {
  const child = spawn(process.execPath, [join(built, program), ...args], {
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, errors, printed };
}

describe.each(['main.js', 'start-kafka.js'])('dist/%s', (program) => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'nordgate-start-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('refuses to start with a production profile, and creates no data', async () => {
    const dataDir = join(folder, 'data');
    const profile = join(profiles, 'production.yaml');
    const { code, errors } = await runToEnd(program, {
      NORDGATE_DATA_DIR: dataDir,
      NORDGATE_PROFILE: profile,
    });
    expect(code).toBe(1);
    expect(errors).toContain(
      `NORDGATE_PROFILE: ${profile} is for production; npm start and npm run start:kafka run a sandbox only`,
    );
    expect(existsSync(dataDir)).toBe(false);
  });

  it('prints its help, and refuses unknown arguments, before it reads a setting', async () => {
    const env = { NORDGATE_DATA_DIR: join(folder, 'data'), NORDGATE_ENVIRONMENT: 'production' };
    const help = await runToEnd(program, env, '--help');
    expect([help.code, help.errors]).toEqual([0, '']);
    expect(help.printed).toMatch(/^Usage: npm (run )?start/);
    const unknown = await runToEnd(program, env, '--fast');
    expect([unknown.code, unknown.errors]).toEqual([
      2,
      expect.stringContaining('unknown argument --fast'),
    ]);
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });
});
