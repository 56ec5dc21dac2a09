import { stat } from 'node:fs/promises';

/**
 * Says whether files may have changed: name, size, time and inode of each. Links are followed, since
 * a mounted ConfigMap is changed by pointing a link elsewhere.
 */
export async function fileStamp(paths: readonly string[]): Promise<string> {
  const stats = await Promise.all(paths.map((path) => stat(path, { bigint: true })));
  return stats
    .map(({ dev, ino, size, mtimeNs }, i) => [paths[i], dev, ino, size, mtimeNs].join(' '))
    .join('\n');
}
