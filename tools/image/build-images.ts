import { join } from 'node:path';
import { buildah, requirePrograms, run } from './engine-less.ts';
import { images } from './images.ts';
import type { Image } from './images.ts';
import { makeBases } from './make-bases.ts';

const root = join(import.meta.dirname, '../..');

/** What one image took. */
export interface Built {
  readonly image: Image | 'build';
  readonly megabytes: number;
  readonly seconds: number;
}

export const tagOf = (image: Image): string => `localhost/nordgate/${image}`;

/**
 * Builds all images from the Dockerfile, without an engine. The stage that installs and compiles runs once; the
 * images are made from its result.
 *
 * @throws Error when a program is missing, or the build fails
 */
export function buildImages(): readonly Built[] {
  requirePrograms();
  const { base, buildBase } = makeBases();
  const npmCache = run('npm', ['config', 'get', 'cache']);
  const assembled = 'localhost/nordgate/assembled';
  const built = [
    timed('build', () => {
      const args = ['--layers=false', '--build-arg', `BUILD_BASE=${buildBase}`];
      buildTarget('assembled', assembled, [...args, '--volume', `${npmCache}:/root/.npm`]);
      return assembled;
    }),
  ];
  const context = ['--build-context', `assembled=container-image://${assembled}`];
  const revision = run('git', ['-C', root, 'rev-parse', 'HEAD']);
  for (const image of images) {
    const args = ['--build-arg', `BASE=${base}`, '--build-arg', `REVISION=${revision}`];
    built.push(
      timed(image, () => {
        buildTarget(image, tagOf(image), ['--layers', ...context, ...args]);
        return tagOf(image);
      }),
    );
  }
  return built;
}

function buildTarget(target: string, tag: string, args: readonly string[]): void {
  const file = join(root, 'deploy/docker/Dockerfile');
  const fixed = ['build', '--isolation', 'chroot', '--quiet', '-f', file, '--target', target];
  buildah([...fixed, '-t', tag, ...args, root]);
}

function timed(image: Built['image'], build: () => string): Built {
  const started = performance.now();
  const tag = build();
  const seconds = (performance.now() - started) / 1000;
  const [{ size = 0 } = {}] = JSON.parse(
    buildah(['images', '--json', '--filter', `reference=${tag}`]),
  ) as { size?: number }[];
  return { image, megabytes: Number(size) / 1e6, seconds };
}

if (import.meta.main) {
  console.log('image      MB     seconds');
  for (const { image, megabytes, seconds } of buildImages()) {
    const columns = [image.padEnd(10), megabytes.toFixed(1).padStart(6), seconds.toFixed(1)];
    console.log(columns.join(' '));
  }
}
