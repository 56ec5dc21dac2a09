import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { supervise } from '@nordgate/service/process';
import { FakeProvider } from './fake-provider.js';
import { fakeAcr, fakeDetailsType } from './provider-configuration.js';

/**
 * The fake provider as a process, for a bank whose site is at this address:
 * `main.js --site=http://localhost:8081 --port=9091 --persons=14837530114,02038012345`. A bank in production
 * needs https: `--tls-cert=tls.crt --tls-key=tls.key`, and NODE_EXTRA_CA_CERTS for the certificate of the site.
 */
async function start() {
  const { values } = parseArgs({
    options: {
      site: { type: 'string' },
      port: { type: 'string', default: '0' },
      persons: { type: 'string', default: '' },
      client: { type: 'string', default: 'nordgate' },
      acr: { type: 'string', default: fakeAcr },
      'details-type': { type: 'string', default: fakeDetailsType },
      'tls-cert': { type: 'string' },
      'tls-key': { type: 'string' },
    },
  });
  const { client: clientId, site, 'tls-cert': cert, 'tls-key': key } = values;
  if (site === undefined) throw new Error('--site is missing');
  const persons = values.persons.split(',').filter((one) => one !== '');
  const isTls = cert !== undefined && key !== undefined;
  const provider = new FakeProvider({
    ...{ port: Number(values.port), persons },
    ...{ acrValues: [values.acr], detailsType: values['details-type'] },
    ...(isTls && { tls: { cert: await readFile(cert), key: await readFile(key) } }),
  });
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
