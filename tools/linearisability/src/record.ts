import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chance } from '@nordgate/chaos/chance';
import { defaultProfile } from '@nordgate/contracts/profile';
import { BankProcess } from '@nordgate/demo/bank-process';
import { openSandboxTrust } from '@nordgate/local/sandbox-trust';
import { issueTppSeal } from '@nordgate/signature/issue';
import type { IssuedPem } from '@nordgate/signature/issue';
import { listedCustomers, PsuBrowser } from '@nordgate/testing';
import type { World } from '@nordgate/testing';
import { TppClient } from '@nordgate/tpp-client';
import { access, granted, readUnattended } from './access-clients.js';
import { transfer } from './balance-clients.js';
import { group, pay } from './payment-clients.js';
import { Recorder } from './recorder.js';
import type { Operation } from './recorder.js';

/** A refusal by a rate would stand in the histories as one of the bank's rules. */
const profile = {
  ...defaultProfile('sandbox'),
  rates: {
    everyTpp: { readsPerSecond: 100_000, writesPerSecond: 100_000, linksPerSecond: 100_000 },
  },
};
const hourMs = 3_600_000;
const redirectUri = 'https://tpp.example/back';

/** A real bank in one process, whose clients write histories. */
export class RecordedBank {
  private constructor(
    private readonly folder: string,
    private readonly bank: BankProcess,
    private readonly ca: IssuedPem,
  ) {}

  /** Resolves when the bank is ready. @throws Error when it ends before */
  static async start(): Promise<RecordedBank> {
    const folder = await mkdtemp(join(tmpdir(), 'nordgate-linearisability-'));
    const dataDir = join(folder, 'bank');
    await mkdir(dataDir);
    const file = join(folder, 'profile.json');
    await writeFile(file, JSON.stringify(profile));
    const env = { NORDGATE_PROFILE: file, LOG_LEVEL: 'error' };
    const bank = await BankProcess.start({ dataDir, env });
    const { ca } = await openSandboxTrust(dataDir, new Date());
    return new RecordedBank(folder, bank, ca);
  }

  async stop(): Promise<void> {
    await this.bank.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  /**
   * The history of one seed: clients of a new TPP, in its own world. The seed decides what each client does; when its answers
   * come, the machine decides.
   */
  async record(seed: number): Promise<readonly Operation[]> {
    const recorder = new Recorder(seed);
    const chance = new Chance(seed);
    const world = await this.newWorld(seed);
    const persons = (await listedCustomers(world.tpp)).filter(
      ({ customerType }) => customerType === 'PRIVATE',
    );
    const [debtor, creditor] = persons;
    if (debtor === undefined || creditor === undefined) throw new Error('nobody pays or is paid');
    const scene = { recorder, chance, world, debtor, creditor };
    const accounts = await granted(scene, debtor, 2);
    await pay(scene);
    await group(scene);
    await readUnattended(scene, accounts);
    await transfer(scene, accounts[0] ?? '');
    await access(scene);
    return recorder.operations;
  }

  private async newWorld(seed: number): Promise<World> {
    const { gatewayUrl: baseUrl, scaUrl } = this.bank.addresses;
    const identity = await issueTppSeal({
      validFrom: new Date(Date.now() - hourMs),
      validTo: new Date(Date.now() + hourMs),
      ca: this.ca,
      commonName: 'A recorded TPP',
      organisation: 'A recorded TPP AS',
      organizationIdentifier: `PSDNO-FSA-${String(500_000_000 + seed)}`,
      roles: ['PSP_PI', 'PSP_AI'],
    });
    return {
      tpp: new TppClient({ baseUrl, identity, redirectUri }),
      newBrowser: () => new PsuBrowser(scaUrl),
      narrator: { part: () => undefined, step: () => undefined },
    };
  }
}
