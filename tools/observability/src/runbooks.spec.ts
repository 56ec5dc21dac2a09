import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operatorProgram } from '@nordgate/operator/operator-program';
import { readRules } from './rule-files.js';
import { runbookSections } from './runbooks.js';

const sections = runbookSections();
const folder = join(import.meta.dirname, '../../../docs/operations');

/** Runs a command line against a bank that answers every request with an empty list. */
async function run(args: readonly string[]): Promise<number> {
  let requests = 0;
  const operations = {
    run: () => {
      requests += 1;
      return Promise.resolve(Object.assign([], { events: [], kind: 'projection' }));
    },
  };
  const program = operatorProgram(operations, () => undefined);
  const silent = { writeErr: () => undefined, writeOut: () => undefined };
  const all = [program, ...program.commands, ...program.commands.flatMap((one) => one.commands)];
  for (const one of all) one.exitOverride().configureOutput(silent);
  await program.parseAsync(args, { from: 'user' });
  return requests;
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
      expect(await run(args)).toBe(1);
    },
  );

  it('notices a command that does not exist', async () => {
    await expect(run(['parked', 'repeat', 'payments', '1'])).rejects.toThrow('unknown command');
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
