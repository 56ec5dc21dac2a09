import { join } from 'node:path';
import { commandWays } from '../../services/command-ways.js';
import type { CommandWay } from '../../services/command-ways.js';
import { folder } from '../schemas/from-types.js';

/** The page with the table of commands. */
export const topicsPage = join(folder, '../../docs/reference/topics.md');

const header = '| command | over the topic | within the service |\n| --- | --- | --- |';

/** The rows of the table: each command with the ways on which it comes. */
export function commandRows(): readonly (readonly [string, string, string])[] {
  return Object.values(commandWays).flatMap((ways) =>
    Object.entries<CommandWay>(ways).map(([type, { topic, within, isPartly, inSandbox = [] }]) => {
      const always = topic.join(', ') + (isPartly === true ? ' (in one form)' : '');
      const ofSandbox = inSandbox.length > 0 ? `${inSandbox.join(', ')} (in a sandbox)` : '';
      const senders = [always, ofSandbox].filter((one) => one !== '').join('; ');
      return [`\`${type}\``, senders || '–', within.join(', ') || '–'] as const;
    }),
  );
}

/** The page with the table of commands renewed. The rest of the page stays as it is. */
export function withCommandTable(page: string): string {
  const rows = commandRows().map((cells) => `| ${cells.join(' | ')} |`);
  return page.replace(/^\| command +\|.*\n(?:\|.*\n)*/m, () => `${[header, ...rows].join('\n')}\n`);
}
