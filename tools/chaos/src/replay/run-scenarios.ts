import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSandboxTrust } from '@nordgate/local/sandbox-trust';
import type { Psd2Role } from '@nordgate/signature';
import { issueTppSeal } from '@nordgate/signature/issue';
import { uncheckedTpp } from '@nordgate/testing';
import type { BankAddresses } from '@nordgate/testing';
import { TppClient } from '@nordgate/tpp-client';
import { parseScenario, runScenario } from '@nordgate/tpp-client/scenario';

const examples = join(import.meta.dirname, '..', '..', '..', '..', 'examples', 'scenarios');

interface ScenarioBank {
  readonly addresses: BankAddresses;
  readonly dataDir: string;
  readonly say: (line: string) => void;
}

/** Runs every scenario of `examples/scenarios` on a bank, one after the other. @throws Error when one fails */
export async function runScenarios({ addresses, dataDir, say }: ScenarioBank): Promise<void> {
  const demoTpp = await uncheckedTpp(addresses, dataDir);
  const source = {
    tpp: (roles?: readonly string[]) =>
      roles === undefined ? Promise.resolve(demoTpp) : tppWith(roles, { addresses, dataDir }),
  };
  for (const file of globSync(join(examples, '*.yaml')).toSorted()) {
    const scenario = parseScenario(readFileSync(file, 'utf8'), file);
    const { outcome } = await runScenario(scenario, source);
    say(`${outcome.padEnd(8)} ${scenario.title}`);
    if (outcome === 'failed') throw new Error(`${file} failed`);
  }
}

const hourMs = 3_600_000;

/** Another TPP with other roles. */
async function tppWith(
  roles: readonly string[],
  { addresses, dataDir }: Omit<ScenarioBank, 'say'>,
): Promise<TppClient> {
  const { ca } = await openSandboxTrust(dataDir, new Date());
  const identity = await issueTppSeal({
    validFrom: new Date(Date.now() - hourMs),
    validTo: new Date(Date.now() + hourMs),
    ca,
    commonName: 'A TPP with other roles',
    organisation: 'A TPP with other roles AS',
    organizationIdentifier: 'PSDNO-FSA-860000001',
    roles: roles as readonly Psd2Role[],
  });
  const redirectUri = 'https://tpp.example/back';
  return new TppClient({ baseUrl: addresses.gatewayUrl, identity, redirectUri });
}
