import { startStubbedGateway } from '@nordgate/gateway/testing';
import type { StubbedGateway } from '@nordgate/gateway/testing';
import { PSD2_ROLES } from '@nordgate/signature';
import type { Psd2Role } from '@nordgate/signature';
import { codesOf } from '@nordgate/testing';
import { TppClient } from '@nordgate/tpp-client';
import { callOf, descriptionAt, operationsOf } from './testing/described-operations.js';
import type { Operation } from './testing/described-operations.js';

const rates = { perTpp: 1e6, perAddress: 1e6, sandboxWritesPerTpp: 1e6 };
/** What the bank's own processes and operators use, at ports that only the cluster reaches. */
const internalPaths = [
  ...['/internal/operations', '/internal/queries', '/metrics', '/health/started'],
  ...['/operations', '/operator', '/admin', '/internal', '/debug', '/console', '/my', '/sign'],
];

let sandbox: StubbedGateway;
let production: StubbedGateway;
let operations: readonly Operation[];
beforeAll(async () => {
  sandbox = await startStubbedGateway({ rates });
  production = await startStubbedGateway({ rates, environment: 'production' });
  operations = operationsOf(await descriptionAt(sandbox.url)).filter(({ isSigned }) => isSigned);
});
afterAll(() => Promise.all([sandbox.stop(), production.stop()]));

async function tppAt(gateway: StubbedGateway, roles: readonly Psd2Role[]): Promise<TppClient> {
  const identity = await gateway.newSeal('PSDNO-FSA-900000001', roles);
  return new TppClient({ baseUrl: gateway.url, identity, redirectUri: 'https://tpp.example/back' });
}

/** The roles that a route of the gateway declares. */
function rolesOf({ name }: Operation): readonly Psd2Role[] {
  const plain = (route: string) =>
    route
      .replaceAll(/\{[^}]+\}|:\w+/g, ':')
      .replace(/^(\w+ \/v1)\/(bulk-|periodic-)?payments\/:/, '$1/$2payments/:');
  const route = sandbox.routes.find((one) => plain(`${one.method} ${one.url}`) === plain(name));
  if (route === undefined || route.requirements === 'unsigned') throw new Error(`no route ${name}`);
  return route.requirements.roles;
}

describe('API5:2023 broken function level authorization', () => {
  it.each(PSD2_ROLES)(
    'serves a TPP that has only the role %s those operations that need it, and no other',
    async (role) => {
      const tpp = await tppAt(sandbox, [role]);
      const faults: string[] = [];
      for (const one of operations) {
        const before = sandbox.bus.count;
        const answer = await tpp.call(callOf(one));
        const isRefused = answer.status === 403 && codesOf(answer).join() === 'FORBIDDEN';
        const isSilent = sandbox.bus.count === before;
        if (isRefused === rolesOf(one).includes(role) || (isRefused && !isSilent)) {
          faults.push(`${one.name} ${String(answer.status)}`);
        }
      }
      expect(faults).toEqual([]);
    },
  );

  it('serves no function of the sandbox in production, whatever roles the TPP has', async () => {
    const tpp = await tppAt(production, PSD2_ROLES);
    const ofSandbox = operations.filter(({ template }) => template.startsWith('/v1/sandbox/'));
    expect(ofSandbox.length).toBeGreaterThan(30);
    const served: string[] = [];
    for (const one of ofSandbox) {
      const { status } = await tpp.call(callOf(one));
      if (status !== 404) served.push(`${one.name} ${String(status)}`);
    }
    expect(served).toEqual([]);
    expect(production.bus.count).toBe(0);
  });

  it.each(internalPaths)(
    'serves nothing of operators and processes at the port of TPPs: %s',
    async (path) => {
      const tpp = await tppAt(sandbox, PSD2_ROLES);
      for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
        const { status } = await tpp.call({ method, path });
        expect([method, status]).toEqual([method, 404]);
      }
    },
  );
});
