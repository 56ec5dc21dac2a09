import { cacheFolder, requirePrograms, run } from '@nordgate/local/programs';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Manifest } from '../documents.js';
import type { Report } from '../report.js';
import { exceptions } from './exceptions.js';
import { judge, readReport } from './findings.js';
import { plantedInPods } from './planted-in-pods.js';

/** The same depth in `src` and `dist`. */
const requirements = fileURLToPath(new URL('../../checkov-requirements.txt', import.meta.url));

/**
 * checkov's rules for Kubernetes over the overlays, and over planted faults.
 *
 * @param signal ends an installation; a check runs to its end
 */
export async function verifyCheckov(
  overlays: Readonly<Record<string, readonly Manifest[]>>,
  report: Report,
  signal: AbortSignal,
): Promise<void> {
  const checkov = await report.timed('checkov: installed', () => installed(process.env, signal));
  for (const [name, manifests] of Object.entries(overlays)) {
    signal.throwIfAborted();
    await report.timed(`checkov: ${name}`, async () => {
      const { passed, faults, excepted, unused } = judge(scan(checkov, manifests), exceptions);
      const what = `${name}: checkov passes ${String(passed)} checks, ${String(excepted)} have a reason`;
      const wrong = [...faults, ...unused.map((one) => `an exception covers nothing: ${one}`)];
      if (wrong.length === 0) report.pass(what, passed);
      else report.fail(what, wrong.join('\n'));
      await Promise.resolve();
    });
  }
  await report.timed('checkov: planted faults', async () => {
    const planted = plantedInPods(overlays['production'] ?? []);
    const { faults } = judge(
      scan(
        checkov,
        planted.map(({ manifest }) => manifest),
      ),
      exceptions,
    );
    for (const { name, check, manifest } of planted) {
      const isFound = faults.some(
        (fault) => fault.includes(`.${manifest.metadata.name}:`) && fault.includes(`(${check})`),
      );
      if (isFound) report.pass(`checkov finds ${name}`);
      else report.fail(`checkov finds ${name}`, `no ${check} among ${faults.join('\n')}`);
    }
    await Promise.resolve();
  });
}

/** The program in a virtual environment of the cache, made when the pinned version is not there. */
async function installed(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<string> {
  const pin = readFileSync(requirements, 'utf8').trim();
  const folder = join(cacheFolder(env), pin.replace('==', '-'));
  const program = join(folder, 'bin', 'checkov');
  if (existsSync(join(folder, 'complete'))) return program;
  requirePrograms('checkov', { python3: 'Python 3 with venv (Debian: python3-venv)' }, env);
  mkdirSync(cacheFolder(env), { recursive: true });
  rmSync(folder, { recursive: true, force: true });
  const options = { cwd: cacheFolder(env), env, signal };
  await run('python3', ['-m', 'venv', folder], options);
  await run(join(folder, 'bin', 'pip'), ['install', '-q', '-r', requirements], options);
  writeFileSync(join(folder, 'complete'), pin);
  return program;
}

/** Without the network: no check of checkov's service, and no guide is fetched. */
function scan(checkov: string, manifests: readonly Manifest[]) {
  const folder = mkdtempSync(join(tmpdir(), 'nordgate-checkov-'));
  try {
    const file = join(folder, 'manifests.yaml');
    writeFileSync(file, manifests.map((one) => JSON.stringify(one)).join('\n---\n'));
    const flags = ['--framework', 'kubernetes', '--skip-download', '--quiet', '--compact'];
    const { stdout, stderr, error } = spawnSync(checkov, ['-f', file, ...flags, '-o', 'json'], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      env: { PATH: process.env['PATH'], HOME: folder },
    });
    if (error !== undefined) throw error;
    if (stdout.trim() === '') throw new Error(`checkov printed nothing: ${stderr}`);
    return readReport(stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
