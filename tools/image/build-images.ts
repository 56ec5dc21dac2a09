import { join } from 'node:path';
import { assemble } from './assemble.ts';
import { buildah, imageCache, requirePrograms, run } from './engine-less.ts';
import { mountImage, unmountImages } from './image-files.ts';
import { images, tagOf } from './images.ts';
import type { Image } from './images.ts';
import { makeBases } from './make-bases.ts';

const root = join(import.meta.dirname, '../..');

/** What one image took. */
export interface Built {
  readonly image: Image | 'build';
  readonly seconds: number;
}

/**
 * Builds all images from the Dockerfile, without an engine. The stages that install and compile run once; the
 * images are made from their result. `NORDGATE_IMAGE_BUILD=checkout` takes the packages and the build of this
 * checkout in place of these stages.
 *
 * @throws Error when a program is missing, or the build fails
 */
export function buildImages(): readonly Built[] {
  requirePrograms();
  // Containers of a run that was killed.
  unmountImages();
  const { base, buildBase } = makeBases();
  const fromCheckout = process.env['NORDGATE_IMAGE_BUILD'] === 'checkout';
  const assembled = fromCheckout ? join(imageCache, 'assembled') : 'localhost/nordgate/assembled';
  const started = performance.now();
  if (fromCheckout) assemble(root, assembled);
  else buildAssembled(assembled, buildBase);
  const built: Built[] = [{ image: 'build', seconds: secondsSince(started) }];
  const context = `assembled=${fromCheckout ? '' : 'container-image://'}${assembled}`;
  const revision = run('git', ['-C', root, 'rev-parse', 'HEAD']);
  for (const image of images) {
    const startedImage = performance.now();
    const args = ['--build-arg', `BASE=${base}`, '--build-arg', `REVISION=${revision}`];
    buildTarget(image, tagOf(image), ['--layers', '--build-context', context, ...args]);
    built.push({ image, seconds: secondsSince(startedImage) });
  }
  return built;
}

const secondsSince = (started: number): number => (performance.now() - started) / 1000;

/** Without layers: the packages of the build are never written to the store. */
function buildAssembled(tag: string, buildBase: string): void {
  const npmCache = run('npm', ['config', 'get', 'cache']);
  const args = ['--build-arg', `BUILD_BASE=${buildBase}`, '--volume', `${npmCache}:/root/.npm`];
  buildTarget('assembled', tag, ['--layers=false', ...args]);
}

function buildTarget(target: string, tag: string, args: readonly string[]): void {
  const file = join(root, 'deploy/docker/Dockerfile');
  const fixed = ['build', '--isolation', 'chroot', '--quiet', '-f', file, '--target', target];
  buildah([...fixed, '-t', tag, ...args, root]);
}

if (import.meta.main) {
  process.stdout.write('image               MB seconds\n');
  for (const { image, seconds } of buildImages()) {
    const size = image === 'build' ? '' : (mountImage(image).bytes / 1e6).toFixed(1);
    const columns = [image.padEnd(16), size.padStart(5), seconds.toFixed(1).padStart(7)];
    process.stdout.write(`${columns.join(' ')}\n`);
  }
  unmountImages();
  buildah(['rmi', '--prune']);
}
