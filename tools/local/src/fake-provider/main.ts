import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { supervise } from '@nordgate/service/process';
import { FakeProvider } from './fake-provider.js';
import type { BankClient, FakeProviderOptions } from './fake-provider.js';

/** What the file of the settings has. */
interface ProviderSettings extends Omit<FakeProviderOptions, 'tls'> {
  readonly client: BankClient;
  /** Files of the certificate and its key in PEM; without them the provider speaks plain http. */
  readonly tls?: { readonly cert: string; readonly key: string };
}

/**
 * The fake provider as a process: `main.js --settings=provider.json`. In production a bank needs one with
 * TLS, and trusts the CA of its certificate by `SCA_OIDC_CA_FILE`.
 */
async function start() {
  const { values } = parseArgs({ options: { settings: { type: 'string' } } });
  if (values.settings === undefined) throw new Error('--settings is missing');
  const text = await readFile(values.settings, 'utf8');
  const { client, tls, ...options } = JSON.parse(text) as ProviderSettings;
  const provider = new FakeProvider({
    ...options,
    ...(tls && { tls: { cert: await readFile(tls.cert), key: await readFile(tls.key) } }),
  });
  await provider.start();
  provider.register(client);
  return {
    addresses: [['identity provider', provider.issuer] as const],
    stop: () => provider.stop(),
  };
}

await supervise({ name: 'fake provider', start });
