import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsPlaces, variablesOf } from './settings-classes.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Every setting that is declared as a path, in what the bank runs. */
const described = await Promise.all(
  settingsPlaces.map(([, path, name]) => variablesOf(path, name)),
);
const paths = described.flat().filter(({ schema }) => schema.format === 'path');
const settings = [...new Set(paths.map(({ name }) => name))].sort();

/** When each setting's file is read, and why, by the page. */
const rows = (
  read('docs/reference/configuration.md').split('## Files that settings name\n')[1] ?? ''
)
  .split('\n## ')[0]!
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, name = '', when = '', why = '']) => ({ name: name.replaceAll('`', ''), when, why }));

const connections = 'libs/service/src/host/settings/connection-settings.spec.ts';
const tls = 'libs/service/src/edge/mounted-tls.spec.ts';
const register = 'libs/service/src/host/trust/register-service.spec.ts';
const keeper = 'apps/gateway/src/trust/trust-keeper.spec.ts';
const seal = 'apps/gateway/src/seal/mounted-seal.spec.ts';
const oneConsole = 'apps/accounts/src/sandbox/console/console.process.spec.ts';

const polledPair = [tls, 'are polled: a renewed pair is used, half a pair is not'] as const;
const clientPair = [connections, 'changes the client certificate of Kafka with its key'] as const;
const registerTls = [
  register,
  'is trusted by the mounted CA only, and sees the certificate of the bank',
] as const;
const consolePair = [
  oneConsole,
  'signs with another CA as soon as its two files have changed',
] as const;
const changedSeal = [seal, 'changes with its key, and publishes both certificates'] as const;

const core = [
  'apps/accounts/src/read-core/core-service.source.spec.ts',
  'change the authorities, the client certificate and the token of the next connection',
] as const;

/** The case that changes the file while something uses it. */
const cases: Readonly<Record<string, readonly [spec: string, title: string]>> = {
  CONSOLE_CA_CERT_FILE: consolePair,
  CONSOLE_CA_KEY_FILE: consolePair,
  CORE_READ_TLS_CA_FILE: core,
  CORE_READ_TLS_CERT_FILE: core,
  CORE_READ_TLS_KEY_FILE: core,
  CORE_READ_TOKEN_FILE: core,
  DATABASE_URL_FILE: [connections, 'changes the address of the database'],
  GATEWAY_TLS_CERT_FILE: polledPair,
  GATEWAY_TLS_KEY_FILE: polledPair,
  INTERNAL_TLS_CA_FILE: [connections, 'changes the authorities of other processes'],
  INTERNAL_TLS_CERT_FILE: polledPair,
  INTERNAL_TLS_KEY_FILE: polledPair,
  KAFKA_SASL_PASSWORD_FILE: [connections, 'changes the password of Kafka'],
  ARCHIVE_STORE_FILE: [
    'libs/service/src/host/export/export-store.spec.ts',
    'gives another store when it changes',
  ],
  EXPORT_STORE_FILE: [
    'libs/service/src/host/export/export-store.spec.ts',
    'gives another store when it changes',
  ],
  KAFKA_TLS_CA_FILE: [connections, 'changes the authorities of Kafka'],
  KAFKA_TLS_CERT_FILE: clientPair,
  KAFKA_TLS_KEY_FILE: clientPair,
  NORDGATE_OCSP_FILE: [keeper, 'is known once the file names it'],
  NORDGATE_SECRETS_DIR: [
    'libs/service/src/host/secrets/secret-watch.spec.ts',
    'changes when its file does, and the log names its keys',
  ],
  NORDGATE_TPP_REGISTER_FILE: [keeper, 'withdraws and authorises with the next poll'],
  NORDGATE_TPP_REGISTER_TLS_CA_FILE: registerTls,
  NORDGATE_TPP_REGISTER_TLS_CERT_FILE: registerTls,
  NORDGATE_TPP_REGISTER_TLS_KEY_FILE: registerTls,
  NORDGATE_TPP_REGISTER_TOKEN_FILE: [register, 'gets the token of the mounted file, also after'],
  NORDGATE_TRUST_DIR: [keeper, 'adds and removes a CA, also for cached certificates'],
  OTEL_EXPORTER_OTLP_TRACES_CERTIFICATE: [
    'libs/telemetry/src/collector-agent.spec.ts',
    'checks the certificate of the Collector with the authorities of now',
  ],
  RESPONSE_SEAL_CERT_FILE: changedSeal,
  RESPONSE_SEAL_KEY_FILE: changedSeal,
  SCA_OIDC_CA_FILE: [
    'apps/sca/src/site/oidc/provider-client.source.int.spec.ts',
    'change on new connections when their file does',
  ],
  SCA_TLS_CERT_FILE: polledPair,
  SCA_TLS_KEY_FILE: polledPair,
};

describe('the files that settings name', () => {
  it('are all in the table of the page, and no other', () => {
    expect(settings.filter((name) => name.endsWith('_FILE')).length).toBeGreaterThan(20);
    expect(rows.map(({ name }) => name).sort()).toEqual(settings);
  });

  it('have a case that changes the file while it is in use, or a reason to be read at the start only', () => {
    const again = rows.filter(({ when }) => when === 'again').map(({ name }) => name);
    expect(again.sort()).toEqual(Object.keys(cases).sort());
    const others = rows.filter(({ when }) => when !== 'again');
    expect(others.filter(({ when, why }) => when !== 'at the start' || !why.endsWith('.'))).toEqual(
      [],
    );
  });

  it.each(Object.entries(cases))('%s has its case', (_setting, [spec, title]) => {
    expect(read(spec)).toContain(title);
  });
});
