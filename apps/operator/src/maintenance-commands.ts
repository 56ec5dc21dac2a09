import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { MaintenanceReceipt } from '@nordgate/contracts/commands';
import type { TppContact } from '@nordgate/contracts/queries';
import type { MaintenanceWindow } from '@nordgate/contracts/rules';
import { Option } from 'commander';
import type { Command } from 'commander';
import { mailerOf, noticeOf } from './mail.js';
import type { Notice } from './mail.js';
import { OperationRefused } from './operations-client.js';
import type { Operations } from './operations-client.js';
import { reasonOption, timeIn } from './arguments.js';
import type { Reason } from './arguments.js';
import { tableOf } from './table.js';

interface PlanOptions extends Reason {
  readonly from?: Date;
  readonly until: Date;
  readonly reads?: boolean;
}

type EndOptions = Pick<PlanOptions, 'from'> & Reason;

interface AnnounceOptions {
  readonly from?: Date;
  readonly file?: string;
  readonly mail?: boolean;
}

/** The maintenance of the bank (docs/operations/maintenance.md). `env` says where the mail server is. */
export function addMaintenanceCommands(
  program: Command,
  operations: Operations,
  say: (text: string) => void,
  env: NodeJS.ProcessEnv,
): void {
  const maintenance = program
    .command('maintenance')
    .description('work on the bank: requests are answered 503, pages say until when, runs wait');
  const plan = async ({ from, until, reads: readsGoOn = false, ...reason }: PlanOptions) => {
    const begins = from === undefined ? {} : { from: from.toISOString() };
    const request = { ...begins, until: until.toISOString(), readsGoOn, ...reason };
    const outcome = await operations.run({ name: 'PlanMaintenance', id: randomUUID(), ...request });
    say(listed((outcome as MaintenanceReceipt).windows));
  };
  maintenance
    .command('plan')
    .description('announce a window at GET /v1/status, or change the one with the same begin')
    .addOption(timeOption('--from <time>', 'when it begins').makeOptionMandatory())
    .addOption(timeOption('--until <time>', 'when it ends by itself').makeOptionMandatory())
    .option(...readsOption)
    .addOption(reasonOption())
    .action(plan);
  maintenance
    .command('begin')
    .description('begin a window now, or change the one that runs')
    .addOption(timeOption('--until <time>', 'when it ends by itself').makeOptionMandatory())
    .option(...readsOption)
    .addOption(reasonOption())
    .action(plan);
  maintenance
    .command('end')
    .description('end the window that runs, or take an announced one back')
    .addOption(timeOption('--from <time>', 'the begin of the announced one'))
    .addOption(reasonOption())
    .action(async (options: EndOptions) => say(listed(await end(options, operations))));
  maintenance
    .command('list')
    .description('show the windows that the operator has begun or announced')
    .action(async () => say(listed(await windowsOf(operations))));
  maintenance
    .command('announce')
    .description('write to the contacts of the TPPs about a window, as a file or by mail')
    .addOption(timeOption('--from <time>', 'the begin of the window. Default: the next one'))
    .addOption(new Option('--file <path>', 'a line of JSON for each notice').conflicts('mail'))
    .option('--mail', 'through the server of OPERATOR_MAIL_URL, a message for each TPP')
    .action((options: AnnounceOptions) => announce(options, operations, say, env));
}

async function end(
  { from, ...reason }: EndOptions,
  operations: Operations,
): Promise<readonly MaintenanceWindow[]> {
  const begins = from === undefined ? {} : { from: from.toISOString() };
  const request = { id: randomUUID(), ...begins, ...reason };
  const outcome = await operations.run({ name: 'EndMaintenance', ...request });
  return (outcome as MaintenanceReceipt).windows;
}

const timeOption = (flags: string, what: string) =>
  new Option(flags, `${what}, e.g. 2026-11-28T02:00:00+01:00`).argParser(timeIn);

const readsOption = ['--reads', 'requests that only read are answered meanwhile'] as const;

const windowsOf = async (operations: Operations) =>
  (await operations.run({ name: 'ListMaintenance' })) as readonly MaintenanceWindow[];

function listed(windows: readonly MaintenanceWindow[]): string {
  if (windows.length === 0) return 'no maintenance is planned';
  const rows = windows.map(({ from, until, readsGoOn }) => [
    from,
    until,
    readsGoOn ? 'go on' : 'are refused',
  ]);
  return tableOf(['from', 'until', 'reads'], rows);
}

async function announce(
  { from, file, mail = false }: AnnounceOptions,
  operations: Operations,
  say: (text: string) => void,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  if (file === undefined && !mail) throw new OperationRefused('choose --file <path>, or --mail');
  const window = chosen(await windowsOf(operations), from);
  const contacts = (await operations.run({ name: 'ListTppContacts' })) as readonly TppContact[];
  const notices = contacts.map((contact) => noticeOf(contact, window));
  if (file === undefined) return sendAll(notices, env, say);
  writeFileSync(file, notices.map((notice) => `${JSON.stringify(notice)}\n`).join(''));
  say(`${String(notices.length)} notices are in ${file}`);
}

function chosen(windows: readonly MaintenanceWindow[], from: Date | undefined): MaintenanceWindow {
  const inOrder = windows.toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from));
  const isAsked = (one: MaintenanceWindow) =>
    from === undefined
      ? Date.parse(one.until) > Date.now()
      : Date.parse(one.from) === from.getTime();
  const window = inOrder.find(isAsked);
  if (window === undefined) throw new OperationRefused('there is no such window to announce');
  return window;
}

/** Sends each TPP a separate message: none sees the address of another one. */
async function sendAll(
  notices: readonly Notice[],
  env: NodeJS.ProcessEnv,
  say: (text: string) => void,
): Promise<void> {
  const mailer = await mailerOf(env);
  const failed: string[] = [];
  try {
    for (const notice of notices) {
      const fault = await mailer.send(notice);
      if (fault === undefined) continue;
      failed.push(notice.tppId);
      say(`${notice.tppId}: ${fault}`);
    }
  } finally {
    mailer.close();
  }
  say(`${String(notices.length - failed.length)} of ${String(notices.length)} notices are sent`);
  if (failed.length > 0) throw new OperationRefused(`not sent to ${failed.join(', ')}`);
}
