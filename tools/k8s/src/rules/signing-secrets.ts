import { apps, services } from '../apps.js';
import type { Container, FileSource, PodSpec, Rendered, WorkloadSpec } from '../rendered.js';
import type { Overlay } from '@nordgate/local/overlays';

/** A secret, and the workloads that need it. */
export interface SigningSecret {
  /** The file of the Secrets `<workload>-secrets`, or another Secret and its key. */
  readonly name: string;
  /** `private`: half of a key pair. `shared`: a workload that checks with it could also sign. `login`: it signs nothing. */
  readonly kind: 'private' | 'shared' | 'login';
  /** The workloads that sign with it, or log in. */
  readonly signers: readonly string[];
  /** Workloads that only check with a shared secret. */
  readonly verifiers?: readonly string[];
  /** Why a shared secret is no key pair. */
  readonly reason?: string;
}

/** Every mounted secret of an overlay. What is not a secret is a {@link isPublic} file. */
export function signingSecretsIn(overlay: Overlay): readonly SigningSecret[] {
  return [
    ...sharedSecretsIn(overlay),
    { name: 'operator.key.pem', kind: 'private', signers: ['operator'] },
    { name: 'approvals.key.pem', kind: 'private', signers: ['sca'] },
    { name: 'gateway-seal seal.key.pem', kind: 'private', signers: ['gateway'] },
    ...apps.map((app) => privateOf(`internal-${app}.key.pem`, app)),
    ...(overlay === 'production' ? ofProduction : []),
    ...logins,
  ];
}

function sharedSecretsIn(overlay: Overlay): readonly SigningSecret[] {
  const console = overlay === 'sandbox' ? ['accounts'] : [];
  return [
    {
      ...{ name: 'ids.json', kind: 'shared', signers: ['gateway', 'sca', ...console] },
      reason: 'each of them makes public ids, and an id gives no access',
    },
    {
      ...{ name: 'links.key', kind: 'shared', signers: ['gateway'], verifiers: ['sca'] },
      reason: 'nobody but sca checks a link: one that sca forged would open pages of sca alone',
    },
    {
      ...{ name: 'codes.key', kind: 'shared', signers: ['sca'] },
      reason: 'sca makes the codes of the sandbox and checks them',
    },
    {
      ...{ name: 'cookies.key', kind: 'shared', signers: ['sca'] },
      reason: 'sca makes the tokens of its forms and browsers and checks them',
    },
  ];
}

const privateOf = (name: string, signer: string): SigningSecret => ({
  ...{ name, kind: 'private', signers: [signer] },
});

const ofProduction: readonly SigningSecret[] = [
  privateOf('oidc-client.key.pem', 'sca'),
  ...apps.map((app) => privateOf(`${app}-internal-tls tls.key`, app)),
  ...['gateway', 'sca'].map((app) => privateOf(`${app}-tls tls.key`, app)),
];

const logins: readonly SigningSecret[] = [
  ...services.flatMap((service): readonly SigningSecret[] => [
    {
      ...{ name: `${service}-database database-url`, kind: 'login' },
      signers: [service, `${service}-migrate`, `${service}-restore`],
    },
    {
      ...{ name: `nordgate-${service} password`, kind: 'login' },
      signers: [service, `${service}-restore`],
    },
  ]),
  { name: 'nordgate-gateway password', kind: 'login', signers: ['gateway'] },
];

/** Certificates and public keys can only check. */
export const isPublic = (name: string) => /\.pub\.pem$|\.crt$|^gateway-seal seal\.pem$/.test(name);

/**
 * Secrets that are mounted where nobody signs with them, that are missing where somebody does, or that the
 * table does not have. A shared secret needs a reason.
 */
export function signingSecretFaults(
  rendered: Rendered,
  table = signingSecretsIn(rendered.overlay),
): readonly string[] {
  const mounted = mountedSecrets(rendered);
  const unknown = [...mounted.keys()].filter(
    (name) => !isPublic(name) && !table.some((one) => one.name === name),
  );
  return [
    ...unknown.map((name) => `${name} is in no table, and ${listOf(mounted.get(name))} has it`),
    ...table.flatMap((secret) => faultsOf(secret, mounted.get(secret.name) ?? [])),
  ];
}

function faultsOf(secret: SigningSecret, holders: readonly string[]): readonly string[] {
  const { name, kind, signers, verifiers = [], reason } = secret;
  const expected = [...signers, ...verifiers];
  return [
    ...holders.filter((one) => !expected.includes(one)).map((one) => `${one} has ${name}`),
    ...expected.filter((one) => !holders.includes(one)).map((one) => `${one} lacks ${name}`),
    ...(kind === 'shared' && reason === undefined ? [`${name} is shared without a reason`] : []),
    ...(kind !== 'shared' && verifiers.length > 0 ? [`${name} is given to who only checks`] : []),
  ];
}

/** The workloads that have each secret, by volume or by variable. */
export function mountedSecrets(rendered: Rendered): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [title, workload] of rendered.workloads()) {
    const holder = title.replace(/^\w+ /, '').replace(/-migrate-[\d-]+$/, '-migrate');
    for (const name of new Set(secretsOf(workload))) {
      found.set(name, [...(found.get(name) ?? []), holder]);
    }
  }
  return found;
}

function secretsOf({ template: { spec } }: WorkloadSpec): readonly string[] {
  const containers = [...spec.containers, ...(spec.initContainers ?? [])];
  return [...inVolumes(spec), ...containers.flatMap((one) => inVariables(one))];
}

function inVolumes({ volumes = [] }: PodSpec): readonly string[] {
  const sources = volumes.flatMap((volume) => volume.projected?.sources ?? [volume]);
  return sources.flatMap(({ secret }) => (secret === undefined ? [] : keysOf(secret)));
}

function keysOf({ name, secretName, items }: FileSource): readonly string[] {
  const from = name ?? secretName ?? '';
  // Without items every key of the Secret is mounted, also one that is added later.
  return items === undefined ? [`${from} *`] : items.map(({ key }) => nameOf(from, key));
}

/** A Secret of a variable, which the type of a container leaves out: the apps take none. */
interface Reference {
  readonly name?: string;
  readonly key?: string;
}

function inVariables({ env = [], envFrom = [] }: Container): readonly string[] {
  const named = env as readonly { readonly valueFrom?: { readonly secretKeyRef?: Reference } }[];
  const whole = envFrom as readonly { readonly secretRef?: Reference }[];
  return [
    ...named.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []),
    ...whole.flatMap(({ secretRef }) => secretRef ?? []),
  ].map(({ name = '', key = '*' }) => nameOf(name, key));
}

/** Each workload has its own Secret with its files, so the file names the secret. */
const nameOf = (from: string, key: string) =>
  key !== '*' && from.endsWith('-secrets') ? key : `${from} ${key}`;

const listOf = (holders: readonly string[] = []) => holders.join(', ');
