import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OperatorRequest } from '@nordgate/contracts/commands';
import { chainStart, operatedBy, operatedServices } from '@nordgate/contracts/commands';
import { operatorProgram } from '@nordgate/operator/operator-program';
import { readRules } from './rule-files.js';
import { pageCommands, runbooksFolder as folder, runbookSections } from './runbooks.js';

const sections = runbookSections();
const everyPage = pageCommands();

/**
 * Runs a command line against a bank in which nothing is parked and every list is empty. A restore only counts: it would
 * connect to a database or to Kafka.
 *
 * @returns the services that were asked, one for each request
 */
async function run(args: readonly string[]): Promise<string[]> {
  const asked: string[] = [];
  const audit = { entries: [], head: chainStart };
  const request = {
    at: '',
    status: 200,
    method: 'GET',
    target: '/',
    isProven: true,
    traceId: null,
  };
  const answer = {
    ...{ runs: [], failed: 0, messages: 0, events: [], kind: 'projection', ...audit },
    ...{ ready: true, checks: {}, lags: [], projections: [], parked: { messages: 0 } },
    ...{ disk: { bytes: 0 }, silent: [], windows: [], release: '0.2.0', startedAt: '2030-03-01' },
    requests: [{ tpp: 'PSDNO-FSA-1', request: { ...request, messages: [], verdict: null } }],
  };
  const operations = {
    run: (request: OperatorRequest) => {
      asked.push(operatedBy(request));
      return Promise.resolve(Object.assign([], answer));
    },
  };
  const program = operatorProgram(operations, () => undefined);
  const silent = { writeErr: () => undefined, writeOut: () => undefined };
  const all = [program, ...program.commands, ...program.commands.flatMap((one) => one.commands)];
  for (const one of all) one.exitOverride().configureOutput(silent);
  const restores = program.commands.find((one) => one.name() === 'restore')?.commands ?? [];
  for (const one of restores) one.action(() => void asked.push('none'));
  // They read or write a file of the reader.
  for (const [group, name] of [
    ['audit', 'check'],
    ['maintenance', 'announce'],
  ]) {
    const commands = program.commands.find((one) => one.name() === group)?.commands;
    commands?.find((one) => one.name() === name)?.action(() => void asked.push('none'));
  }
  await program.parseAsync(args, { from: 'user' });
  return asked;
}

/** A restore takes the address of its database from the environment, where a page does not write it. */
function complete(args: readonly string[]): readonly string[] {
  const isOfDatabase = args[0] === 'restore' && args[1] !== 'offsets';
  return isOfDatabase ? [...args, '--database-url', 'postgres://database'] : args;
}

/** How often a command asks: the status is that of all services and of the runs. */
function questionsOf(args: readonly string[]): number {
  if (args[0] === 'status') return operatedServices.length + 1;
  // An export asks each service once.
  if (args[0] === 'audit' && args[1] === 'export') return operatedServices.length;
  return 1;
}

describe('the runbook', () => {
  const commands = sections.flatMap((one) =>
    one.commands.map((args) => [args.join(' '), args] as const),
  );

  it('has commands', () => {
    expect(commands.length).toBeGreaterThan(10);
  });

  it.each(commands)(
    'names the operator command "%s", which the command line has',
    async (_, args) => {
      expect(await run(args)).toHaveLength(1);
    },
  );

  it('notices a command that does not exist', async () => {
    await expect(run(['parked', 'repeat', 'payments', '1'])).rejects.toThrow('unknown command');
  });

  it.each(everyPage.map((one) => [one.page, one.args.join(' '), one.args] as const))(
    '%s names the operator command "%s", which the command line has',
    async (_page, _text, args) => {
      expect(await run(complete(args))).toHaveLength(questionsOf(args));
    },
  );

  it('reads the commands of every page that has one', () => {
    const pages = new Set(everyPage.map(({ page }) => page));
    expect(everyPage.length).toBeGreaterThan(50);
    expect([...pages]).toEqual(expect.arrayContaining(['batch.md', 'follow-a-request.md']));
  });

  it('links from every page with a command to the page about the command', () => {
    const unlinked = [...new Set(everyPage.map(({ page }) => page))]
      .filter((page) => page !== 'operators-command.md')
      .filter(
        (page) => !readFileSync(join(folder, page), 'utf8').includes('(operators-command.md)'),
      );
    expect(unlinked).toEqual([]);
  });

  it('has no section that no alert leads to', () => {
    const used = readRules().alerts.map(
      ({ annotations }) => annotations['runbook_url']?.split('#')[1],
    );
    expect(sections.filter(({ anchor }) => !used.includes(anchor))).toEqual([]);
  });

  it('links to sections and pages that exist', () => {
    const text = readFileSync(join(folder, 'incidents.md'), 'utf8');
    const links = [...text.matchAll(/\]\(([^)#]*)(?:#([^)]+))?\)/g)];
    expect(links.length).toBeGreaterThan(20);
    const broken = links.filter(([, path = '', anchor]) => {
      if (path !== '') return !existsSync(join(folder, path));
      return !sections.some((one) => one.anchor === anchor);
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });

  it('says of each alert what it means, what to do, and when it worked', () => {
    const text = readFileSync(join(folder, 'incidents.md'), 'utf8');
    const [, ...parts] = text.split(/^## /m);
    const incomplete = parts.filter(
      (part) =>
        !/\*\*Means\.\*\*.+\*\*(Act\.|Check and act\.)\*\*.+\*\*It worked when\*\*/s.test(part),
    );
    expect(incomplete.map((part) => part.split('\n')[0])).toEqual([]);
  });
});
