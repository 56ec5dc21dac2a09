// The last step of `npm run pack:made`: packs what a release carries and git does not have, the rendered overlays and the
// Bruno collection.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const target = join(root, 'artifacts');

/** The bytes of an archive depend on nothing but the files: no times, no owners, one order. */
const fixed = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner'];

function pack(name, folder, paths) {
  const file = `nordgate-${version}-${name}.tar.gz`;
  // Not --gzip, which writes the time.
  const args = [...fixed, '--use-compress-program=gzip -n', '-cf', join(target, file)];
  execFileSync('tar', [...args, '-C', join(root, folder), ...paths]);
  console.log(join('artifacts', file));
}

mkdirSync(target, { recursive: true });
pack('rendered', '.', ['deploy/k8s/rendered', 'examples/bank-overlay/rendered']);
pack('bruno', 'artifacts', ['bruno']);
