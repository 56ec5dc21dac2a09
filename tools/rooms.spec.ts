import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const root = join(import.meta.dirname, '..');

interface Project {
  readonly source: string;
  /** The rooms from the ground up: a file imports from its room, and from rooms that stand before it. */
  readonly rooms: readonly string[];
}

const projects: readonly Project[] = [
  {
    source: 'libs/contracts/src',
    rooms: [
      ...['base/codes', 'base/texts', 'base/rules', 'base/json', 'base/values', 'base/calendar'],
      ...['base/message', 'base/fields'],
      ...['payments', 'execution', 'accounts', 'core', 'authorisations', 'baskets', 'tpps'],
      ...['sandbox', 'operations', 'services'],
      ...['interface/reading', 'interface/payments', 'interface/accounts', 'interface/baskets'],
      ...['interface/tpps', 'interface/sandbox', 'interface/replies', 'interface/products'],
      'profile',
    ],
  },
  {
    source: 'libs/signature/src',
    rooms: ['base', 'certificate', 'revocation', 'trust', 'request', 'answer', 'explain', 'issue'],
  },
  {
    source: 'apps/accounts/src',
    rooms: [
      ...[
        'domain',
        'tpps',
        'maintenance',
        'acting-customer',
        'books',
        'readable-accounts',
        'funds',
      ],
      ...['entry', 'transfer', 'transactions', 'carry-forward', 'follow-core', 'read-core'],
      ...['sandbox/domain', 'sandbox/past-states', 'sandbox/known-state', 'sandbox/known-history'],
      ...['sandbox/worlds', 'sandbox/mock-customer', 'sandbox/mock-account'],
      ...['sandbox/mock-card-account', 'sandbox/mock-agreement', 'sandbox/mock-transaction'],
      ...['sandbox/sandbox-customers', 'sandbox/sandbox-accounts', 'sandbox/sandbox-agreements'],
      ...['sandbox/slow-transfers', 'sandbox/refusals', 'sandbox/console', 'sandbox'],
    ],
  },
  {
    source: 'apps/baskets/src',
    rooms: ['domain', 'payment-register', 'view', 'create', 'end', 'approve'],
  },
  {
    source: 'apps/batch/src',
    rooms: [
      ...['domain', 'maintenance', 'hold', 'order-book', 'run', 'execution', 'core-bank'],
      ...['move-worlds', 'execute-runs', 'operate-batch', 'measure-batch'],
    ],
  },
  {
    source: 'apps/gateway/src',
    rooms: [
      // What a request must bring, what keeps the gateway up, what a route may use, and how a request gets there.
      ...['reply', 'request', 'guard', 'access', 'trust', 'verify', 'seal', 'status'],
      ...['routes/accounts', 'routes/payment-products', 'routes/consents'],
      ...['routes/initiate-payment', 'routes/payment-status', 'routes/baskets'],
      ...['routes/authorisations', 'routes/cancel-payment', 'routes/create-basket'],
      ...['routes/funds-confirmation', 'routes/tpp-contact'],
      ...['routes/user', 'description', 'sandbox/console', 'sandbox/routes'],
      ...['sandbox/other-channels', 'sandbox'],
    ],
  },
  {
    source: 'apps/payments/src',
    rooms: ['domain', 'view', 'initiate', 'end', 'approve', 'execute'],
  },
  {
    source: 'apps/sca/src',
    rooms: [
      ...['session', 'authorisation', 'passkeys', 'access', 'forget', 'carry-forward', 'trust'],
      ...['site/language/en', 'site/language/da', 'site/language/nb', 'site/language/sv'],
      ...['site/language', 'site/security', 'site/bank', 'site/frame', 'site/limits'],
      // A visit, from what every page needs to the pages that need most.
      ...['site/leave', 'site/visit', 'site/content'],
      ...['site/challenge', 'site/passkey', 'site/oidc'],
      ...['site/approve', 'site/log-in', 'site/enrolment', 'site/overview', 'site/provider'],
      ...['sweep', 'sandbox'],
    ],
  },
];

/** The room of a file: the longest one that it lies in. Files beside the rooms compose them. */
const roomOf = (file: string, { rooms }: Project): string | undefined =>
  rooms
    .filter((room) => file.startsWith(`${room}/`))
    .toSorted((a, b) => b.length - a.length)
    .at(0);

/** Whether a file composes rooms: its folder holds rooms and is none. */
const isBeside = (file: string, { rooms }: Project): boolean =>
  !rooms.includes(dirname(file)) && rooms.some((room) => room.startsWith(`${dirname(file)}/`));

const filesOf = (project: Project): readonly string[] =>
  globSync('*/**/*.ts', { cwd: join(root, project.source) })
    .filter((file) => !/\.spec\.ts$|(^|\/)(testing|migrations)\//.test(file))
    .filter((file) => !isBeside(file, project));

const importsOf = (file: string, { source }: Project): readonly string[] =>
  [...readFileSync(join(root, source, file), 'utf8').matchAll(/from '(\.[^']+)'/g)]
    .map(([, to = '']) => normalize(join(dirname(file), to)))
    .filter((to) => to.includes('/'));

describe.each(projects)('the rooms of $source', (project) => {
  const files = filesOf(project);

  it('are all in the order', () => {
    expect(files.filter((file) => roomOf(file, project) === undefined)).toEqual([]);
    const empty = project.rooms.filter(
      (room) => !files.some((file) => roomOf(file, project) === room),
    );
    expect(empty).toEqual([]);
  });

  it.each(project.rooms)('%s imports from rooms below it only', (room) => {
    const below = project.rooms.slice(0, project.rooms.indexOf(room) + 1);
    const upward = files
      .filter((file) => roomOf(file, project) === room)
      .flatMap((file) => importsOf(file, project).map((to) => ({ file, to })))
      .filter(({ to }) => !below.includes(roomOf(to, project) ?? ''));
    expect(upward).toEqual([]);
  });
});

describe.each(['apps/gateway', 'apps/sca', 'apps/accounts'])('the sandbox of %s', (app) => {
  const source = join(root, app, 'src');
  const files = globSync('**/*.ts', { cwd: source }).filter(
    (file) => !/\.spec\.ts$|^(testing|sandbox)\//.test(file),
  );

  it('is imported by main.ts alone, when it runs in a sandbox', () => {
    const naming = files.filter((file) =>
      /'\.[^']*\/sandbox\/[^']+'/.test(readFileSync(join(source, file), 'utf8')),
    );
    expect(naming).toEqual(['main.ts']);
    const main = readFileSync(join(source, 'main.ts'), 'utf8');
    expect(main).toMatch(/await import\('\.\/sandbox\//);
    expect(main).not.toMatch(/from '\.\/sandbox\//);
  });
});
