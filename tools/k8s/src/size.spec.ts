import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Rendered } from './rendered.js';
import { sizesOf, sum } from './size.js';
import type { Size } from './size.js';
import { overlays, root } from '@nordgate/local/overlays';

const page = readFileSync(join(root, 'docs/operations/prepare-a-cluster.md'), 'utf8');

/** The row of a part in the table of sizes: CPU, GiB of memory and GiB of disk, first of the sandbox. */
function rowOf(part: string): string[] {
  const [, cells = ''] = new RegExp(`^\\| ${part} +\\|(.+)\\|$`, 'm').exec(page) ?? [];
  return cells.split('|').map((cell) => cell.trim());
}

/** Three figures at most, as the page has them. */
const shown = ({ milliCpu, mebibytes, diskGibibytes }: Size) => [
  String(milliCpu / 1000),
  String(Math.round(mebibytes / 102.4) / 10),
  String(diskGibibytes),
];

describe('the table of sizes in docs/operations/prepare-a-cluster.md', () => {
  const sizes = overlays.map((overlay) => sizesOf(Rendered.read(overlay)));

  it.each(['apps', 'databases', 'Kafka'])('has what %s request', (part) => {
    const figures = sizes.flatMap((one) => shown(one[part] ?? sum([])));
    expect(rowOf(part)).toEqual(figures);
  });

  it('has the sums of the overlays', () => {
    expect(rowOf('together')).toEqual(sizes.flatMap((one) => shown(sum(Object.values(one)))));
  });
});
