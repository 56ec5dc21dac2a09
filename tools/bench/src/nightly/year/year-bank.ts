import { join } from 'node:path';
import { defaultProfile } from '@nordgate/contracts/profile';
import type { BankProfile } from '@nordgate/contracts/profile';
import { FolderStore } from '@nordgate/event-store';
import type { EmbeddedServer } from '@nordgate/local/postgres';
import { startBank } from '@nordgate/standalone/bank';
import type { Bank } from '@nordgate/standalone/bank';
import { readConfig, services } from '@nordgate/standalone/config';
import { CoreAccounts } from '../core-accounts.js';

/** Months for which the bank of a year keeps what ended. A profile has at least 14. */
export const yearMonths = {
  paymentArchiveMonths: 1,
  paymentMonths: 3,
  authorisationMonths: 3,
  entryMonths: 2,
} as const;

/** The databases of the bank: those of its services, and accounts once more, of a bank whose core reports. */
export const yearDatabases = [...services, 'core'] as const;

const { entryMonths, ...retention } = yearMonths;
const everyTpp = { readsPerSecond: 100_000, writesPerSecond: 100_000, linksPerSecond: 100_000 };
const profile: BankProfile = { ...defaultProfile('sandbox'), retention, rates: { everyTpp } };

/** One for all days: each new one would wait for the end of this process. */
const logTo = { write: (line: string) => void process.stdout.write(line) };

/** Where the bank of a year keeps its data. */
export interface YearPlace {
  readonly dataDir: string;
  readonly server: EmbeddedServer;
}

/** The folders of the exports and of the archive. */
export const storeFolders = ({ dataDir }: Pick<YearPlace, 'dataDir'>) => ({
  export: join(dataDir, 'export'),
  archive: join(dataDir, 'archive'),
  coreExport: join(dataDir, 'core-export'),
});

/** The bank on one day: a sandbox in this process, and the accounts of a bank with a core. */
export interface YearBank {
  readonly bank: Bank;
  readonly core: CoreAccounts;
  stop(): Promise<void>;
}

/** Makes the databases. */
export async function prepareYear({ server }: YearPlace): Promise<void> {
  for (const name of [...yearDatabases, 'neighbour']) await server.ensureDatabase(name);
}

/** Starts the bank, whose periodic work runs at once. */
export async function startYearBank(place: YearPlace): Promise<YearBank> {
  const { dataDir, server } = place;
  const folders = storeFolders(place);
  const urls = services.map(
    (name) => [`DATABASE_URL_${name.toUpperCase()}`, server.url(name)] as const,
  );
  const ports = ['GATEWAY', 'SCA', 'CONSOLE', 'OPERATIONS'].map(
    (name) => [`${name}_PORT`, '0'] as const,
  );
  const settings = {
    NORDGATE_DATA_DIR: join(dataDir, 'bank'),
    LOG_LEVEL: 'error',
    TRACES_KEPT: '0',
  };
  const config = readConfig({ ...settings, ...Object.fromEntries<string>([...urls, ...ports]) });
  const stores = {
    exportStore: { value: new FolderStore(folders.export) },
    archiveStore: { value: new FolderStore(folders.archive) },
  };
  const bank = await startBank(config, { say: () => undefined, logTo, profile, stores });
  const core = await CoreAccounts.start({
    url: server.url('core'),
    neighbourUrl: server.url('neighbour'),
    months: entryMonths,
    stores: { exportStore: { value: new FolderStore(folders.coreExport) } },
  });
  const stop = async () => {
    await core.stop();
    await bank.stop();
  };
  return { bank, core, stop };
}
