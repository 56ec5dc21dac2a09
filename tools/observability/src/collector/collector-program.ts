import { goProgram } from '@nordgate/local/go-program';
import { cacheFolder, lastLines } from '@nordgate/local/programs';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The same depth in `src` and `dist`. The builder of the Collector has written the Go files from `builder.yaml`. */
export const moduleFolder = fileURLToPath(new URL('../../go/', import.meta.url));
const sources = ['go.mod', 'go.sum', 'components.go', 'main.go', 'main_others.go'];
const packagesPerLine = 150;

/** A Collector with the components of `deploy/observability`. */
export interface CollectorProgram {
  readonly version: string;
  readonly path: string;
  /** Undefined when no build was needed. */
  readonly buildSeconds?: number;
}

/** The version that `go/go.mod` pins, such as `0.152.0`. @throws Error when it pins none */
export const pinnedVersion = () =>
  pinned(/go\.opentelemetry\.io\/collector\/receiver\/otlpreceiver v([\d.]+)/);

function pinned(pattern: RegExp): string {
  const found = pattern.exec(readFileSync(join(moduleFolder, 'go.mod'), 'utf8'))?.[1];
  if (found === undefined) throw new Error(`go.mod has no ${pattern.source}`);
  return found;
}

/**
 * The Collector from the cache; Go builds it at the first call, and checks every module against `go/go.sum`. The folder in
 * the cache gets its name only when it is complete, and the name depends on the sources.
 *
 * @throws Error when there is no Go (see `goProgram`), and when the build fails
 */
export async function collectorProgram(
  say: (line: string) => void,
  env: NodeJS.ProcessEnv,
): Promise<CollectorProgram> {
  const version = pinnedVersion();
  const parent = join(cacheFolder(env), `collector-${version}`);
  const folder = join(parent, fingerprint());
  const path = join(folder, 'otelcol');
  if (existsSync(folder)) return { version, path };
  const go = await goProgram(pinned(/^go (\d+\.\d+)/m), say, env);
  mkdirSync(parent, { recursive: true });
  const draft = mkdtempSync(join(parent, 'building-'));
  say(`building the Collector ${version} to ${folder}`);
  const started = performance.now();
  const buildCache = join(parent, 'go-build');
  try {
    await build(go, join(draft, 'otelcol'), say, { ...env, GOCACHE: buildCache });
    if (!existsSync(folder)) renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  // Of use to an interrupted build only.
  rmSync(buildCache, { recursive: true, force: true });
  return { version, path, buildSeconds: (performance.now() - started) / 1000 };
}

/** Without optimisations: the build takes two thirds of the time, and the Collector gets a few hundred spans. */
async function build(
  go: string,
  output: string,
  say: (line: string) => void,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const fast = ['-gcflags=all=-N -l', '-ldflags=-s -w'];
  const args = ['build', '-v', '-trimpath', '-mod=readonly', ...fast, '-o', output, '.'];
  const child = spawn(go, args, {
    ...{ cwd: moduleFolder, stdio: ['ignore', 'ignore', 'pipe'] },
    env: { ...env, CGO_ENABLED: '0' },
  });
  const printed: string[] = [];
  let packages = 0;
  createInterface(child.stderr).on('line', (line) => {
    printed.push(line);
    // `go: downloading …` is no package.
    if (line.startsWith('go: ')) return;
    packages += 1;
    if (packages % packagesPerLine === 0) say(`  ${String(packages)} packages`);
  });
  const code = await new Promise<number | null>((done, fail) => {
    child.once('error', fail).once('close', done);
  });
  if (code !== 0) throw new Error(`go failed (${String(code)}): ${lastLines(printed.join('\n'))}`);
}

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const file of sources) hash.update(readFileSync(join(moduleFolder, file)));
  return hash.digest('hex').slice(0, 12);
}
