import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperationRefused, OperationsClient } from '@nordgate/operator/operations-client';
import { operatorProgram } from '@nordgate/operator/operator-program';
import { operatedServices } from '@nordgate/contracts/commands';
import type { OperatedService, SubjectSection } from '@nordgate/contracts/commands';
import { generationOf } from '@nordgate/contracts/rules';
import { openDatabase } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import {
  aDomesticPayment,
  accountOf,
  listedCustomers,
  runJourney,
  singlePath,
  strangerTpp,
} from '@nordgate/testing';
import type { ListedCustomer, World } from '@nordgate/testing';
import type { NamingRow } from './testing/naming-rows.js';
import { namesApart, rowsWith, tablesOf } from './testing/naming-rows.js';
import { streamTypesOf, subjectRulesOf } from './testing/subject-rules.js';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const sandbox = join(import.meta.dirname, '../../../libs/contracts/profiles/sandbox.yaml');
const exemptions = `
exemptions:
  ownAccountsBelow: { amount: '500', currency: NOK }
  ownAccountsDailyCountMax: 5
  ownAccountsDailySumMax: { amount: '700', currency: NOK }`;

interface SubjectExport {
  readonly services: readonly {
    readonly service: OperatedService;
    readonly sections: readonly SubjectSection[];
  }[];
}

let folder: string;
let test: TestBank;
let world: World;
let databases: ReadonlyMap<OperatedService, Database>;
let person: ListedCustomer;
let neighbour: ListedCustomer;
let customerId: string;
let exported: SubjectExport;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nordgate-subject-'));
  const profileFile = join(folder, 'bank.yaml');
  await writeFile(profileFile, `${await readFile(sandbox, 'utf8')}\n${exemptions}\n`);
  test = await startTestBank({ profileFile });
  databases = new Map(
    await Promise.all(
      operatedServices.map(async (name) => {
        const options = { applicationName: 'test', migrations: [], poolMax: 2 };
        return [name, await openDatabase({ url: test.databaseUrl(name), ...options })] as const;
      }),
    ),
  );
  world = test.world();
  const { gatewayUrl, scaUrl } = test.bank;
  await runJourney(world, await strangerTpp({ gatewayUrl, scaUrl }));
  const persons = (await listedCustomers(world.tpp)).filter(
    (one) => one.customerType === 'PRIVATE',
  );
  [person, neighbour] = persons as [ListedCustomer, ListedCustomer];
  customerId = await customerIdOf(person);
  await exempt();
  await plantPasskey();
  exported = await exportOf(customerId);
});
afterAll(async () => {
  await Promise.all([...databases.values()].map((one) => one.close()));
  await test.stop();
  await rm(folder, { recursive: true });
});

const query = async <Row extends object>(
  service: OperatedService,
  sql: string,
  values: unknown[] = [],
) => (await databases.get(service)!.pool.query<Row>(sql, values)).rows;

/** The id of a customer with the generation of the world. */
async function customerIdOf({ customerNumber }: ListedCustomer): Promise<string> {
  const [row] = await query<{ id: string }>(
    'accounts',
    `select state->>'customerId' as id from es.view
      where stream_type = 'customer' and state->>'customerNumber' = $1
      order by (substring(stream_id from '[0-9]+$'))::bigint desc limit 1`,
    [customerNumber],
  );
  return row!.id;
}

/** A transfer between own accounts, which needs no SCA. */
async function exempt(): Promise<void> {
  const [from, to] = person.accounts.map(({ bban }) => ({ bban, currency: 'NOK' }));
  const amount = { amount: '12.50', currency: 'NOK' };
  const body = aDomesticPayment({
    ...{ instructedAmount: amount, debtorAccount: from, creditorAccount: to },
  });
  const { json } = await world.tpp.call({ method: 'POST', path: singlePath, body });
  expect(json).toMatchObject({ transactionStatus: 'ACTC' });
}

/** As the site adds one, without a browser. */
async function plantPasskey(): Promise<void> {
  const data = { customerId, credentialId: 'c-1', publicKey: 'k-1', counter: 0, transports: [] };
  const at = '2026-03-01T10:00:00.000Z';
  const whole = { ...data, name: 'phone', authorisationId: 'a-1', at };
  await query(
    'sca',
    `insert into es.event (stream_id, version, type, schema_version, data, meta)
     values ($1, 1, 'PasskeyEnrolled', 1, $2, $3)`,
    [`passkeys-${customerId}`, whole, { commandId: 'c', actor: 'test', requestedAt: at }],
  );
}

async function operator(isTerminal: boolean, ...args: readonly string[]): Promise<string> {
  const said: string[] = [];
  const settings = {
    OPERATIONS_URL: test.bank.operationsUrl,
    NORDGATE_SECRETS_DIR: join(test.dataDir, 'secrets'),
  };
  const to = { say: (text: string) => said.push(text), isTerminal };
  const program = operatorProgram(await OperationsClient.open(settings), to);
  await program.parseAsync(args, { from: 'user' });
  return said.join('\n');
}

const letter = ['--reason', 'letter 4711'] as const;
const exportOf = async (id: string) =>
  JSON.parse(await operator(false, 'subject', 'export', id, ...letter)) as SubjectExport;

const sectionsOf = (service: OperatedService) =>
  exported.services.find((one) => one.service === service)?.sections ?? [];
const kindsOf = (service: OperatedService) =>
  sectionsOf(service)
    .map(({ kind }) => kind)
    .sort();
const recordsOf = (service: OperatedService, kind: string) =>
  sectionsOf(service).find((one) => one.kind === kind)?.records ?? [];

/** Each world of a sandbox has the same account numbers. */
const isInWorld = ({ stream }: NamingRow) =>
  stream === undefined || generationOf(stream) === generationOf(customerId);

/** Everything by which the bank could know the person. */
async function identifiers(): Promise<readonly string[]> {
  const psuIds = await query<{ id: string }>(
    'sca',
    `select state->>'psuId' as id from es.view where stream_type = 'psu' and state->>'customerId' = $1`,
    [customerId],
  );
  const numbers = person.accounts.flatMap(({ bban, iban }) => [bban, iban]);
  return [customerId, ...psuIds.map(({ id }) => id), ...numbers];
}

describe('what the bank holds of a customer', () => {
  it('is exported by every service, kind by kind', () => {
    expect(Object.fromEntries(operatedServices.map((name) => [name, kindsOf(name)]))).toEqual({
      accounts: ['account', 'agreement', 'card-account', 'customer'],
      sca: [
        'access',
        'authorisation',
        'id_key',
        'last_read',
        'passkeys',
        'psu',
        'session',
        'unattended_read',
        'untouched_authorisation',
      ],
      payments: ['exemptions', 'payment'],
      baskets: ['basket'],
      batch: ['execution'],
    });
  });

  it.each(operatedServices)(
    'has each row of %s that names the customer, or a reason',
    async (service) => {
      const texts = await identifiers();
      const rules = subjectRulesOf(service);
      const streams = new Set(
        sectionsOf(service).flatMap(({ records }) => records.map(({ id }) => id)),
      );
      const rows = (await rowsWith(databases.get(service)!, texts)).filter(isInWorld);
      expect(rows.length).toBeGreaterThan(0);
      const forgotten = rows.filter((row) => {
        const { table, stream } = row;
        if (table !== 'es.event') return rules.tables[table] === undefined;
        const type = streamTypesOf(service).find((one) => stream?.startsWith(`${one}-`));
        const rule = rules.streams[type ?? ''];
        if (rule === undefined) return true;
        if ('unshown' in rule || streams.has(stream ?? '')) return false;
        return namesApart(row, texts);
      });
      expect(forgotten.map(({ table, stream }) => `${table} ${stream ?? ''}`)).toEqual([]);
    },
  );
});

describe('the rules of what is shown to a customer', () => {
  it.each(operatedServices)('name every stream type of %s, and no other', (service) => {
    const named = Object.keys(subjectRulesOf(service).streams);
    expect(named.sort()).toEqual([...streamTypesOf(service)].sort());
  });

  it.each(operatedServices)('name every table of %s', async (service) => {
    const named = Object.keys(subjectRulesOf(service).tables);
    expect((await tablesOf(databases.get(service)!)).filter((one) => !named.includes(one))).toEqual(
      [],
    );
  });
});

describe('the export of a customer', () => {
  it('tells purpose, source and term of each kind, and the TPPs by id and name', () => {
    const sections = exported.services.flatMap((one) => one.sections);
    for (const { purpose, source, held } of sections) {
      expect([purpose, source, held.rule].every((text) => text.length > 0)).toBe(true);
    }
    expect(sectionsOf('payments').find(({ kind }) => kind === 'payment')?.held).toEqual({
      rule: 'for some months after its last event',
      member: 'paymentMonths',
      months: 72,
    });
    const recipients = recordsOf('sca', 'session').flatMap((one) => one.recipients);
    expect(recipients[0]).toEqual({
      id: 'PSDNO-FSA-900000001',
      name: expect.any(String) as string,
    });
  });

  it('says from which day on a payment is deleted when it has ended, and not before', () => {
    const payments = recordsOf('payments', 'payment');
    const statusOf = (one: (typeof payments)[number]) => one.events?.at(-1)?.type;
    const ended = payments.filter((one) => one.heldUntil !== undefined);
    const open = payments.filter((one) => one.heldUntil === undefined);
    expect(new Set(ended.map(statusOf))).toContain('PaymentRejected');
    expect(open.map(statusOf)).not.toContain('PaymentRejected');
    const [first] = ended;
    const years =
      Number(first?.heldUntil?.slice(0, 4)) - Number(first?.events?.at(-1)?.at.slice(0, 4));
    expect(years).toBe(6);
  });

  it('has nothing of another customer', async () => {
    const other = await customerIdOf(neighbour);
    const text = JSON.stringify(exported);
    expect(text).not.toContain(other);
    expect(text).toContain('another person');
    expect(text).toMatch(/"tokenHash":"a secret of the bank"/);
    expect(text).not.toMatch(/"(tokenHash|browser|nonce)":"(?!a secret)/);
  });

  it('shows counts on a terminal', async () => {
    const text = await operator(true, 'subject', 'export', customerId, ...letter);
    expect(text).toMatch(/^service +kind +records +held/);
    expect(text).toMatch(/sca +passkeys +1 +without a limit/);
    expect(text).not.toContain(customerId);
  });

  it('is empty for an unknown customer, and says so on a terminal', async () => {
    const id = 'ffffffff-0000-4000-8000-000000000000';
    const { services } = await exportOf(id);
    expect(services.flatMap(({ sections }) => sections)).toEqual([]);
    expect(await operator(true, 'subject', 'export', id, ...letter)).toContain(
      `nothing is held of ${id}`,
    );
  });

  it('refuses what is no id of a customer', async () => {
    await expect(exportOf('no customer')).rejects.toThrow(OperationRefused);
    await expect(exportOf('no customer')).rejects.toThrow(
      'customerId has to be the id of the customer',
    );
  });

  it('is in the record of each service with its reason, without an account number', async () => {
    const seen = await query<{
      data: { asked: { about: { customerId: string } }; reason: string };
    }>(
      'payments',
      `select data from es.event where stream_id = 'operation-payments' and type = 'OperationBegun'`,
    );
    const about = seen.filter(({ data }) => data.asked.about.customerId === customerId);
    expect(about[0]?.data.reason).toBe('letter 4711');
    expect(JSON.stringify(seen)).not.toContain(accountOf(person));
  });
});
