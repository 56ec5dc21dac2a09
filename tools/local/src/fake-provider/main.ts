import { parseArgs } from 'node:util';
import { supervise } from '@nordgate/service/process';
import { FakeProvider } from './fake-provider.js';

/**
 * The fake provider as a process, for a bank whose site is at this address:
 * `main.js --site=http://localhost:8081 --port=9091 --persons=14837530114,02038012345`.
 */
async function start() {
  const { values } = parseArgs({
    options: {
      site: { type: 'string' },
      port: { type: 'string', default: '0' },
      persons: { type: 'string', default: '' },
      client: { type: 'string', default: 'nordgate' },
    },
  });
  const { client: clientId, site } = values;
  if (site === undefined) throw new Error('--site is missing');
  const persons = values.persons.split(',').filter((one) => one !== '');
  const provider = new FakeProvider({ port: Number(values.port), persons });
  await provider.start();
  provider.register({
    clientId,
    redirectUri: `${site}/oidc/callback`,
    logOutUri: `${site}/my`,
    jwksUri: `${site}/oidc/jwks.json`,
  });
  return {
    addresses: [['identity provider', provider.issuer] as const],
    stop: () => provider.stop(),
  };
}

await supervise({ name: 'fake provider', start });
