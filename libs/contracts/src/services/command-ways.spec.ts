import { readFileSync } from 'node:fs';
import { commandRows, topicsPage } from '../testing/asyncapi/command-table.js';
import { topics } from './topics.js';
import { commandWays, travelsOver, travelsOverSandbox, typesOver } from './command-ways.js';

const page = readFileSync(topicsPage, 'utf8');

describe('the ways of the commands', () => {
  it('are those of every topic of commands', () => {
    const names = Object.entries(topics).flatMap(([name, { carries }]) =>
      carries === 'commands' ? [name] : [],
    );
    expect(Object.keys(commandWays).sort()).toEqual(names.sort());
  });

  it('are the table of docs/reference/topics.md (npm run describe)', () => {
    const rows = page.match(/^\| command +\|.*\n\|.*\n((?:\|.*\n)*)/m)?.[1] ?? '';
    const cells = rows
      .trimEnd()
      .split('\n')
      .map((row) => row.split('|').map((cell) => cell.trim()));
    expect(cells).toEqual(commandRows().map((row) => ['', ...row, '']));
  });

  it('give no type that the table does not know to a topic', () => {
    expect(travelsOver('batch.commands.v1', 'toString')).toBe(false);
    expect(travelsOver('batch.commands.v1', 'CreateBasket')).toBe(false);
    expect(typesOver('batch.commands.v1')).toEqual(['OpenRun']);
    expect(travelsOverSandbox('batch.commands.v1', 'toString')).toBe(false);
    expect(travelsOverSandbox('batch.commands.v1', 'CreateBasket')).toBe(false);
  });

  it('give a change of a payment to the topic of a sandbox alone', () => {
    const topic = 'payments.commands.v1';
    expect(travelsOver(topic, 'ChangePayment')).toBe(false);
    expect(travelsOverSandbox(topic, 'ChangePayment')).toBe(true);
    expect(travelsOverSandbox(topic, 'AuthorisePayment')).toBe(false);
  });
});
