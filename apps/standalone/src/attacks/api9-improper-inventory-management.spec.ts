import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startStubbedGateway } from '@nordgate/gateway/testing';
import type { StubbedGateway } from '@nordgate/gateway/testing';
import { PSD2_ROLES } from '@nordgate/signature';
import { TppClient } from '@nordgate/tpp-client';
import { callOf, descriptionAt, operationsOf } from './testing/described-operations.js';
import type { Operation } from './testing/described-operations.js';

const root = join(import.meta.dirname, '../../../..');

/** Every server of the bank by the file that opens it, with those who reach it. */
const servers: Readonly<Record<string, string>> = {
  'apps/gateway/src/gateway.app.ts': 'TPPs, at the interface',
  'apps/sca/src/site/frame/web-server.factory.ts': 'PSUs, at the approval site',
  'apps/accounts/src/sandbox/console/console.server.ts': 'TPP developers, at the console',
  'libs/service/src/host/internal-server.ts': 'the cluster alone: queries, operations, probes',
  'apps/standalone/src/start-check.ts': 'nobody: it tries whether a port is free, and closes it',
};

/** Each file that serves paths besides the interface, whose routes are all described, with its server. */
const servingFiles: Readonly<Record<string, string>> = {
  'apps/accounts/src/sandbox/console/console-actions.routes.ts': 'the console',
  'apps/accounts/src/sandbox/console/console-browsing.routes.ts': 'the console',
  'apps/accounts/src/sandbox/console/console-channels.routes.ts': 'the console',
  'apps/accounts/src/sandbox/console/console-clock.routes.ts': 'the console',
  'apps/accounts/src/sandbox/console/console.server.ts': 'the console',
  'apps/sca/src/site/approve/accounts.controller.ts': 'the approval site',
  'apps/sca/src/site/approve/approval.controller.ts': 'the approval site',
  'apps/sca/src/site/enrolment/enrolment.controller.ts': 'the approval site',
  'apps/sca/src/site/enrolment/passkey.controller.ts': 'the approval site',
  'apps/sca/src/site/frame/assets.controller.ts': 'the approval site',
  'apps/sca/src/site/log-in/app-links.controller.ts': 'the approval site',
  'apps/sca/src/site/log-in/log-in.controller.ts': 'the approval site',
  'apps/sca/src/site/overview/overview.controller.ts': 'the approval site',
  'apps/sca/src/site/provider/oidc.controller.ts': 'the approval site',
  'libs/service/src/host/internal-server.ts': 'the internal server',
  'libs/service/src/operations/operation-routes.ts': 'the internal server',
  'libs/service/src/queries/http/query-routes.ts': 'the internal server',
};

const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'apps', 'libs'], {
  cwd: root,
})
  .toString()
  .split('\n')
  .filter((path) => /^(apps|libs)\/[^/]+\/src\/.+\.ts$/.test(path))
  .filter((path) => !/\.spec\.ts$|\/testing\/|^libs\/tpp-client\//.test(path));
const filesWith = (pattern: RegExp) =>
  sources.filter((path) => pattern.test(readFileSync(join(root, path), 'utf8'))).sort();

let gateway: StubbedGateway;
let tpp: TppClient;
let operations: readonly Operation[];
beforeAll(async () => {
  const rates = { perTpp: 1e6, perAddress: 1e6, sandboxWritesPerTpp: 1e6 };
  gateway = await startStubbedGateway({ rates });
  const identity = await gateway.newSeal('PSDNO-FSA-900000001', PSD2_ROLES);
  tpp = new TppClient({ baseUrl: gateway.url, identity, redirectUri: 'https://tpp.example/back' });
  operations = operationsOf(await descriptionAt(gateway.url));
});
afterAll(() => gateway.stop());

/** The ways to write the path of an operation so that a careless server takes it for the path. */
const spellings: Readonly<Record<string, (path: string) => string>> = {
  'another version': (path) => path.replace('/v1/', '/v2/'),
  'a version before': (path) => path.replace('/v1/', '/v0/'),
  'a minor version': (path) => path.replace('/v1/', '/v1.1/'),
  'no version': (path) => path.replace('/v1/', '/'),
  'a version twice': (path) => path.replace('/v1/', '/v1/v1/'),
  'a beta': (path) => path.replace('/v1/', '/beta/'),
  'a prefix for tests': (path) => path.replace('/v1/', '/test/v1/'),
  'capital letters': (path) => path.replace('/v1/', '/V1/'),
  'two slashes': (path) => path.replace('/v1/', '/v1//'),
  'an encoded slash': (path) => path.replace('/v1/', '/v1%2f'),
  'a matrix parameter': (path) => path.replace('/v1/', '/v1;x=1/'),
};

describe('API9:2023 improper inventory management', () => {
  it.each(Object.entries(spellings))(
    'serves no operation under %s of its path',
    async (_what, respell) => {
      const before = gateway.bus.count;
      const served: string[] = [];
      const ofVersion = operations.filter(({ template }) => template.startsWith('/v1/'));
      expect(ofVersion.length).toBeGreaterThan(90);
      for (const one of ofVersion) {
        const { status } = await tpp.call(callOf({ ...one, path: respell(one.path) }));
        if (status !== 404 && status !== 400) served.push(`${one.name} ${String(status)}`);
      }
      expect(served).toEqual([]);
      expect(gateway.bus.count).toBe(before);
    },
  );

  it('has no server besides those of the table', () => {
    const opening = filesWith(
      /\bcreateServer\(|\bnew FastifyAdapter\(|^import \{ fastify \}.*|\bWebSocketServer\b/m,
    );
    expect(opening).toEqual(Object.keys(servers).sort());
  });

  it('has no file with routes besides the described ones of the interface and those of the table', () => {
    const serving = filesWith(
      /^\s*@(?:Get|Post|Put|Patch|Delete|All|Options|Head)\(|\b(?:server|scope|fastify)\.(?:get|post|put|patch|delete|all|route)(?:<[^(]*>)?\(/m,
    );
    const others = serving.filter((path) => !path.startsWith('apps/gateway/src/'));
    expect(others).toEqual(Object.keys(servingFiles).sort());
  });

  it('describes exactly the routes that the interface serves', () => {
    const shape = (route: string) => route.replaceAll(/\{[^}]+\}|:\w+/g, '{}').replace(/\/$/, '');
    const served = gateway.routes.map(({ method, url }) => shape(`${method} ${url}`));
    const described = operations.map(({ name }) => shape(name));
    expect([...new Set(served)].sort()).toEqual([...new Set(described)].sort());
  });

  it('has for every deprecated operation the one that takes its place', () => {
    const old = operations.filter(({ isDeprecated }) => isDeprecated);
    expect(old.length).toBeGreaterThan(5);
    const names = operations.map(({ name }) => name);
    for (const { name } of old) {
      const successor = name
        .replace('/v1/consents', '/v1/bank-offered-consents')
        .replace('{consent-id}', '{bank-offered-consent-id}');
      expect(successor).not.toBe(name);
      expect(names).toContain(successor);
    }
  });
});
