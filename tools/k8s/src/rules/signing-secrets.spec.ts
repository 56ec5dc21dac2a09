import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Rendered } from '../rendered.js';
import { overlays, root } from '@nordgate/local/overlays';
import { changed, container, pod, set } from './planting.js';
import {
  isPublic,
  mountedSecrets,
  signingSecretFaults,
  signingSecretsIn,
} from './signing-secrets.js';
import type { SigningSecret } from './signing-secrets.js';

/** The files of secrets that the code names. */
function filesOfCode(): readonly string[] {
  const path = 'libs/service/src/host/secrets/secrets-folder.ts';
  const text = readFileSync(join(root, path), 'utf8');
  const listed = (name: string) =>
    [...(new RegExp(`${name} = \\[([^\\]]+)\\]`).exec(text)?.[1] ?? '').matchAll(/'([^']+)'/g)].map(
      ([, one = '']) => one,
    );
  const pairs = listed('keyPairNames').map((pair) => `${pair}.key.pem`);
  return [...listed('keyFiles'), ...listed('keySetFiles'), ...pairs];
}

describe.each(overlays)('the secrets of the overlay %s', (overlay) => {
  const rendered = Rendered.read(overlay);
  const table = signingSecretsIn(overlay);
  const mounted = mountedSecrets(rendered);

  it('are mounted by exactly the workloads that the table names', () => {
    expect(signingSecretFaults(rendered)).toEqual([]);
    expect(mounted.size).toBeGreaterThan(30);
  });

  it.each(table.filter(({ kind }) => kind === 'private'))(
    'let nobody but $signers sign with $name',
    ({ name, signers }) => {
      expect(signers).toHaveLength(1);
      expect(mounted.get(name)).toEqual(signers);
    },
  );

  it('contain each secret that the code names', () => {
    const names = new Set(table.map(({ name }) => name));
    const files = filesOfCode();
    expect(files.length).toBeGreaterThan(10);
    expect(files.filter((file) => !names.has(file))).toEqual([]);
  });

  it('are symmetric only where the table has a reason, and checked alone only in links.key', () => {
    const shared = table.filter(({ kind }) => kind === 'shared');
    expect(shared.map(({ name }) => name)).toEqual([
      'ids.json',
      'links.key',
      'codes.key',
      'cookies.key',
    ]);
    const checked = table.filter(({ verifiers = [] }) => verifiers.length > 0);
    expect(checked.map(({ name }) => name)).toEqual(['links.key']);
  });

  it('give the public key of the operator to every service and the private key to none', () => {
    const services = ['accounts', 'baskets', 'batch', 'payments', 'sca'];
    expect([...(mounted.get('operator.pub.pem') ?? [])].sort()).toEqual(services);
    expect(mounted.get('operator.key.pem')).toEqual(['operator']);
    expect([isPublic('operator.pub.pem'), isPublic('operator.key.pem')]).toEqual([true, false]);
  });
});

const ownVolume = `${pod}/volumes/1/projected/sources/0/secret/items`;
const mountedAs = (key: string) => [{ key, path: `secrets/${key}` }];
const variable = (env: unknown) => set('Deployment batch', `${container}/env`, [env]);

describe('the rule of secrets', () => {
  it.each([
    [
      "the operator's private key in a service",
      set('Deployment payments', `${ownVolume}/0`, { key: 'operator.key.pem', path: 'x' }),
      'payments has operator.key.pem',
    ],
    [
      'the shared secret of the operator of an older release',
      set('Deployment batch', `${ownVolume}/0`, { key: 'operator.json', path: 'x' }),
      'operator.json is in no table, and batch has it',
    ],
    [
      'the key that seals approvals in a service that checks them',
      set('Deployment payments', `${ownVolume}/0`, { key: 'approvals.key.pem', path: 'x' }),
      'payments has approvals.key.pem',
    ],
    [
      'the key of links in a service that opens none',
      set('Deployment accounts', `${ownVolume}/0`, { key: 'links.key', path: 'x' }),
      'accounts has links.key',
    ],
    [
      'a private key that its owner lacks',
      set('Deployment operator', `${pod}/volumes/0/secret/items`, mountedAs('operator.pub.pem')),
      'operator lacks operator.key.pem',
    ],
    [
      'a whole Secret in a volume',
      set('Deployment operator', `${pod}/volumes/0/secret/items`),
      'operator-secrets * is in no table, and operator has it',
    ],
    [
      'a secret in a variable',
      variable({
        name: 'X',
        valueFrom: { secretKeyRef: { name: 'operator-secrets', key: 'operator.key.pem' } },
      }),
      'batch has operator.key.pem',
    ],
    [
      'a Secret whose keys are all variables',
      set('Deployment batch', `${container}/envFrom`, [{ secretRef: { name: 'sca-secrets' } }]),
      'sca-secrets * is in no table, and batch has it',
    ],
  ])('names %s', (_what, change, fault) => {
    expect(signingSecretFaults(changed(change))).toContain(fault);
  });

  it('names a shared secret without a reason, and a private key for one that only checks', () => {
    const rendered = Rendered.read('production');
    const table: readonly SigningSecret[] = [
      { name: 'ids.json', kind: 'shared', signers: ['gateway', 'sca'] },
      { name: 'operator.key.pem', kind: 'private', signers: ['operator'], verifiers: ['batch'] },
    ];
    const faults = signingSecretFaults(rendered, table);
    expect(faults).toContain('ids.json is shared without a reason');
    expect(faults).toContain('operator.key.pem is given to who only checks');
  });
});
