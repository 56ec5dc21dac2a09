import { randomUUID } from 'node:crypto';
import { accountsAppWith, holdingEntries } from '@nordgate/accounts/accounts.module';
import type { CoreReport } from '@nordgate/contracts/core';
import { isNorwegianAccountNumber, streams } from '@nordgate/contracts/rules';
import { openDatabase } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { coreMessage, MemoryBus } from '@nordgate/messaging';
import { InProcessQueries, runService } from '@nordgate/service';
import type { OperableService, Platform, ServiceDefinition, StartWork } from '@nordgate/service';
import { createLog, Health } from '@nordgate/telemetry';

/** Where the accounts of a bank with a core are. */
export interface CorePlace {
  readonly url: string;
  /** A database whose event table stands for the other services. */
  readonly neighbourUrl: string;
  /** Months for which entries are held. The bounds of the profile do not count here. */
  readonly months: number;
  readonly stores?: Pick<Platform, 'exportStore'>;
  /** In place of the work by the clock, which carries accounts forward every six hours. */
  readonly work?: StartWork;
}

const log = createLog({ app: 'nightly', level: 'error' });
const neighbours = ['batch.events.v1'] as const;

/** The accounts service of a bank whose core reports, alone on a bus in memory. */
export class CoreAccounts {
  /** Of the last report: a core counts the reports about an account. */
  private sequence = Date.now() * 1000;

  private constructor(
    private readonly bus: MemoryBus,
    private readonly service: OperableService,
    private readonly neighbour: Database,
    readonly database: Database,
    readonly queries: InProcessQueries,
  ) {}

  /** Rejects when the service cannot start. */
  static async start({
    url,
    neighbourUrl,
    months,
    stores,
    work,
  }: CorePlace): Promise<CoreAccounts> {
    const bus = new MemoryBus({ log });
    const queries = new InProcessQueries();
    const options = { url: neighbourUrl, applicationName: 'nordgate-nightly', migrations: [] };
    const neighbour = await openDatabase(options);
    for (const topic of neighbours) bus.attachEventTable(topic, neighbour);
    let database: Database | undefined;
    const platform: Platform = {
      ...{ bus, queries, log, health: new Health(), ...stores },
      databaseUrl: () => url,
      publishEvents: (topic, own, types) => {
        database = own;
        bus.attachEventTable(topic, own, types);
      },
    };
    const held = holdingEntries(accountsAppWith('core'), months);
    const app: ServiceDefinition = work === undefined ? held : { ...held, work };
    const service = await runService(app, platform);
    if (database === undefined) throw new Error('accounts publishes no events');
    return new CoreAccounts(bus, service, neighbour, database, queries);
  }

  /** Resolves when accounts has followed all of these reports. */
  async follow(reports: readonly CoreReport[]): Promise<void> {
    const messages = reports.map(({ type, data }) => {
      this.sequence += 1;
      const subject = streams.account.id('accountId' in data ? data.accountId : '');
      const own = { id: randomUUID(), type, source: '/nightly', subject, sequence: this.sequence };
      return coreMessage({ ...own, time: new Date().toISOString(), data });
    });
    await this.bus.publish('core.entries.v1', messages);
  }

  async stop(): Promise<void> {
    await this.bus.close();
    await this.service.stop();
    await this.neighbour.close();
  }
}

const ownerId = 'nightly-owner';

/** A UUID with this start for each account. */
export const accountIdAt = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** The core reports an account with nothing on it. */
export function accountReport(n: number): CoreReport {
  const numbers = { accountId: accountIdAt(n), ownerId, bban: bbanAt(n) };
  const terms = { currency: 'NOK', name: 'Nightly', kind: 'CACC', openingBalance: '0' } as const;
  return { type: 'AccountReported', data: { ...numbers, ...terms } };
}

/** The core reports an entry of one posting. */
export function entryReport(
  account: number,
  entryId: string,
  amount: string,
  day: string,
): CoreReport {
  const details = {
    entryReference: entryId,
    creditorName: 'Sandbox Butikk AS',
    remittanceInformationUnstructured: `Purchase ${entryId}`,
  };
  const posting = { amount, currency: 'NOK', bookingDate: day, valueDate: day, details } as const;
  const data = { accountId: accountIdAt(account), entryId, postings: [posting] };
  return { type: 'EntryReported', data };
}

/** The account number of the bank with this serial: the check digit that fits, or the next serial's. */
export function bbanAt(n: number): string {
  // One serial of eleven has no check digit, so accounts take every second one, or the one after it.
  const serials = [n * 2, n * 2 + 1].map((serial) => `9999${String(serial).padStart(6, '0')}`);
  const digits = Array.from({ length: 10 }, (_, digit) => String(digit));
  const numbers = serials.flatMap((serial) => digits.map((digit) => `${serial}${digit}`));
  const found = numbers.find((number) => isNorwegianAccountNumber(number));
  if (found === undefined) throw new Error(`no account number for ${String(n)}`);
  return found;
}
