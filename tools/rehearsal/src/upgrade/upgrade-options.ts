import { parseArgs } from 'node:util';
import type { AppName } from '@nordgate/local/cluster';

/** Which release the apps have after a turn: `forth` is this tree, `back` is the release from which it began. */
export type Turn = 'forth' | 'back';

/** The command line of `npm run rehearse:upgrade`. */
export interface UpgradeOptions {
  /** A commit, or a folder with a release that is built. */
  readonly from: string;
  readonly turns: readonly Turn[];
  /** In which order a turn forth replaces the apps; a turn back has the reverse order. */
  readonly order: readonly AppName[];
  /** The release whose needs hold. Undefined: the one that the folder has. */
  readonly needs: string | undefined;
}

const defaultOrder: readonly AppName[] = [
  ...(['payments', 'baskets', 'sca', 'accounts', 'batch', 'gateway'] as const),
];

export const usage = `npm run rehearse:upgrade -- --from=COMMIT|FOLDER [options]   (docs/operations/upgrade.md)

  --from=COMMIT         builds the commit in a temporary folder; HEAD upgrades this tree to itself
  --from=FOLDER         a release that is built; "." is this tree
  --turns=forth         forth, or forth,back,forth and so on: back is a rollback
  --order=${defaultOrder.join(',')}
                        in which order a turn forth replaces the apps; back is the reverse
  --needs=0.2.0         what this release needs holds for a commit that is no release`;

/** Reads the command line. @throws Error for an unknown option and for a value that cannot be used */
export function readUpgradeOptions(args: readonly string[]): UpgradeOptions | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      from: { type: 'string' },
      turns: { type: 'string', default: 'forth' },
      order: { type: 'string', default: defaultOrder.join(',') },
      needs: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  if (values.from === undefined || values.from === '') {
    throw new Error('--from has to be a commit, or a folder with a release that is built');
  }
  const { from, needs } = values;
  return { from, needs, turns: turnsIn(values.turns), order: orderIn(values.order) };
}

function turnsIn(text: string): readonly Turn[] {
  const turns = text.split(',');
  const expected = turns.map((_, at): Turn => (at % 2 === 0 ? 'forth' : 'back'));
  if (turns.join() === expected.join()) return expected;
  throw new Error('--turns has to be forth, or forth,back and so on, in turn');
}

function orderIn(text: string): readonly AppName[] {
  const names = text.split(',');
  const order = names.flatMap((name) => defaultOrder.filter((app) => app === name));
  const isWhole = names.length === defaultOrder.length && new Set(order).size === names.length;
  if (isWhole) return order;
  throw new Error(`--order has to name each app once: ${defaultOrder.join(',')}`);
}

/** The order in which a turn replaces the apps. */
export function orderOf(turn: Turn, order: readonly AppName[]): readonly AppName[] {
  return turn === 'forth' ? order : order.toReversed();
}
