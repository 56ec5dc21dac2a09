import { globSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildah } from './engine-less.ts';
import { tagOf } from './images.ts';
import type { Image } from './images.ts';
import type { ImageConfig } from './run-image.ts';

/** A built image, with its files mounted on this machine. */
export interface MountedImage {
  readonly rootfs: string;
  readonly config: ImageConfig;
  /** All files and links, as paths below the root. */
  readonly files: readonly string[];
  /** The sum of the files' sizes. */
  readonly bytes: number;
}

const mountedImages = new Map<Image, MountedImage>();

/** Mounts a built image, once in a process; `unmountImages` ends it. */
export function mountImage(image: Image): MountedImage {
  const mounted = mountedImages.get(image) ?? mount(image);
  mountedImages.set(image, mounted);
  return mounted;
}

function mount(image: Image): MountedImage {
  const container = buildah(['from', '--pull-never', '--name', containerOf(image), tagOf(image)]);
  const rootfs = buildah(['mount', container]);
  const inspected = JSON.parse(buildah(['inspect', '--type', 'image', tagOf(image)])) as {
    OCIv1: { config: ImageConfig };
  };
  const paths = globSync('**', { cwd: rootfs, withFileTypes: true });
  const files = paths
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(rootfs.length + 1));
  const bytes = files.reduce((sum, file) => sum + lstatSync(join(rootfs, file)).size, 0);
  return { rootfs, config: inspected.OCIv1.config, files, bytes };
}

/** Removes the working containers of `mountImage`, also those of a run that was killed. */
export function unmountImages(): void {
  const containers = JSON.parse(buildah(['containers', '--json']) || '[]') as
    | { containername: string }[]
    | null;
  for (const { containername } of containers ?? []) {
    if (containername.startsWith(containerOf(''))) buildah(['rm', containername]);
  }
}

const containerOf = (image: string): string => `nordgate-check-${image}`;

/** `name@version` of each installed package of an image, apart from the projects of this repository. */
export function installedPackages({ rootfs, files }: MountedImage): readonly string[] {
  const manifest = /^app\/(.*\/)?node_modules\/(@[^/]+\/)?[^@/][^/]*\/package\.json$/;
  const packages = files
    .filter((file) => manifest.test(file))
    .map((file) => JSON.parse(readFileSync(join(rootfs, file), 'utf8')) as Record<string, string>)
    .map(({ name = '', version = '' }) => `${name}@${version}`);
  return [...new Set(packages)].sort();
}
