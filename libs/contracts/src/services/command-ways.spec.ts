import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { topics } from './topics.js';
import { commandWays, travelsOver, typesOver } from './command-ways.js';
import type { CommandWay } from './command-ways.js';

const page = readFileSync(
  join(import.meta.dirname, '../../../../docs/reference/topics.md'),
  'utf8',
);
const cells = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
const rows = Object.entries(commandWays).flatMap(([topic, ways]) =>
  Object.entries<CommandWay>(ways).map(([type, way]) => ({ topic, type, way })),
);

describe('the ways of the commands', () => {
  it('are those of every topic of commands', () => {
    const names = Object.entries(topics).flatMap(([name, { carries }]) =>
      carries === 'commands' ? [name] : [],
    );
    expect(Object.keys(commandWays).sort()).toEqual(names.sort());
  });

  it.each(rows)('stand in docs/reference/topics.md: $type', ({ type, way }) => {
    const senders = way.topic.join(', ') + (way.isPartly === true ? ' (in one form)' : '');
    expect(cells).toContainEqual([
      '',
      `\`${type}\``,
      senders || '–',
      way.within.join(', ') || '–',
      '',
    ]);
  });

  it('give no type that the table does not know to a topic', () => {
    expect(travelsOver('batch.commands.v1', 'toString')).toBe(false);
    expect(travelsOver('batch.commands.v1', 'CreateBasket')).toBe(false);
    expect(typesOver('batch.commands.v1')).toEqual(['OpenRun']);
  });
});
