import { readFile } from 'node:fs/promises';
import { operatedServices } from '@nordgate/contracts/commands';
import type { AuditEntry, OperatedService } from '@nordgate/contracts/commands';
import type { OperatorPerson } from '@nordgate/contracts/events';
import { Option } from 'commander';
import type { Command } from 'commander';
import {
  auditFaults,
  entriesIn,
  exportAudit,
  readAudit,
  headsIn,
  writeHeads,
} from './audit-export.js';
import { OperationRefused } from './operations-client.js';
import type { Operations } from './operations-client.js';
import { reasonOption, serviceArgument } from './arguments.js';
import type { Reason } from './arguments.js';
import { tableOf } from './table.js';

/** The record of what operators did (docs/operations/audit.md), and the second person of an operation. */
export function addAuditCommands(
  program: Command,
  operations: Operations,
  say: (text: string) => void,
): void {
  const audit = program
    .command('audit')
    .description('the record of what operators did: who, when, why, and with which end');
  audit
    .command('list')
    .description('show the record of a service, the oldest entry first')
    .addArgument(serviceArgument())
    .action(async (service: OperatedService) => {
      const { entries, faults } = await readAudit(service, operations);
      say(entries.length === 0 ? 'nothing is recorded' : tableOf(headings, entries.map(rowOf)));
      refuseFaults(faults);
    });
  audit
    .command('export')
    .description('write the record as JSON lines, merged by time, and check each chain')
    .addOption(servicesOption())
    .option('--heads <file>', 'go on after the entries in this file, and keep the last ones there')
    .action(async ({ service, heads: file }: { service: OperatedService[]; heads?: string }) => {
      const heads = file === undefined ? {} : await headsIn(file);
      const exported = await exportAudit(service, operations, heads);
      for (const line of exported.lines) say(JSON.stringify(line));
      // A chain that is broken is exported again until somebody has looked.
      refuseFaults(exported.faults);
      if (file !== undefined) await writeHeads(file, { ...heads, ...exported.heads });
    });
  audit
    .command('check')
    .description('check the chains in a file of exports')
    .argument('<file>', 'JSON lines of one export or of several, in their order')
    .action(async (file: string) => {
      const read = entriesIn(await textOf(file));
      refuseFaults('fault' in read ? [read.fault] : auditFaults(read.entries));
      const { length } = 'fault' in read ? [] : read.entries;
      say(`${String(length)} entries, no entry is missing or changed`);
    });
  addConfirm(audit, operations, say);
}

function addConfirm(audit: Command, operations: Operations, say: (text: string) => void): void {
  audit
    .command('confirm')
    .description('confirm as a second person what another one proposed, and execute it')
    .addArgument(serviceArgument())
    .argument('<operation>', 'the id that the first person got')
    .addOption(reasonOption())
    .action(async (service: OperatedService, operation: string, reason: Reason) => {
      const request = { name: 'ConfirmOperation', service, operation, ...reason } as const;
      const outcome = await operations.run(request);
      say(`${operation} is done\n${JSON.stringify(outcome, undefined, 2)}`);
    });
}

const servicesOption = () =>
  new Option('--service <service...>', 'only these services')
    .choices(operatedServices)
    .default([...operatedServices], 'all');

function refuseFaults(faults: readonly string[]): void {
  if (faults.length > 0) throw new OperationRefused(faults.join('\n'));
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new OperationRefused(`${file}: ${(cause as Error).message}`, { cause });
  }
}

const headings = ['entry', 'at', 'who', 'role', 'what', 'operation', 'reason or fault'];

const words = {
  OperationBegun: 'begun',
  OperationProposed: 'proposed',
  OperationConfirmed: 'confirmed',
  OperationRefused: 'refused',
  OperationEnded: 'ended',
} as const satisfies Record<AuditEntry['type'], string>;

function rowOf(entry: AuditEntry): readonly string[] {
  const by: Partial<OperatorPerson> = ('by' in entry ? entry.by : undefined) ?? {};
  const { name = '', role = '' } = by;
  return [String(entry.entry), entry.at, name, role, whatOf(entry), entry.operation, whyOf(entry)];
}

function whatOf(entry: AuditEntry): string {
  const word = words[entry.type];
  if (entry.type === 'OperationEnded') return `${word}: ${entry.outcome}`;
  if (!('asked' in entry)) return word;
  const fieldsOf: Readonly<Record<string, string | boolean>> = entry.asked.about;
  const about = Object.entries(fieldsOf).filter(([name]) => name !== 'service');
  const fields = about.map(([name, value]) => `${name}=${String(value)}`);
  return [`${word}: ${entry.asked.name}`, ...fields].join(' ');
}

function whyOf(entry: AuditEntry): string {
  if (entry.type === 'OperationEnded') return entry.fault ?? '';
  if (entry.type === 'OperationRefused') return entry.refused;
  return entry.reason ?? '';
}
