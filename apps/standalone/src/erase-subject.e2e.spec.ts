import { join } from 'node:path';
import { OperationRefused, OperationsClient } from '@nordgate/operator/operations-client';
import { operatorProgram } from '@nordgate/operator/operator-program';
import { operatedServices } from '@nordgate/contracts/commands';
import type { OperatedService, SubjectErasure } from '@nordgate/contracts/commands';
import { generationOf } from '@nordgate/contracts/rules';
import { openDatabase } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import {
  accountOf,
  aDomesticPayment,
  actAs,
  codesOf,
  grantAt,
  jsonWith,
  listedCustomers,
  meetPsu,
  runJourney,
  scaRedirectOf,
  singlePath,
  strangerTpp,
} from '@nordgate/testing';
import type { ListedCustomer, World } from '@nordgate/testing';
import { rowsWith } from './testing/naming-rows.js';
import type { NamingRow } from './testing/naming-rows.js';
import { streamTypesOf, subjectRulesOf } from './testing/subject-rules.js';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

interface WholeErasure {
  readonly services: readonly (SubjectErasure & { readonly service: OperatedService })[];
  readonly outside: readonly object[];
}

let test: TestBank;
let databases: ReadonlyMap<OperatedService, Database>;
let world: World;
let others: World;
let person: ListedCustomer;
let neighbour: ListedCustomer;
let customerId: string;
let neighbourId: string;
/** Texts by which the bank could know the person. */
let texts: readonly string[];
let psuId: string;

beforeAll(async () => {
  test = await startTestBank();
  databases = new Map(
    await Promise.all(
      operatedServices.map(async (name) => {
        const options = { applicationName: 'test', migrations: [], poolMax: 2 };
        return [name, await openDatabase({ url: test.databaseUrl(name), ...options })] as const;
      }),
    ),
  );
  world = test.world();
  others = test.world();
  const { gatewayUrl, scaUrl } = test.bank;
  await runJourney(world, await strangerTpp({ gatewayUrl, scaUrl }));
  [person, neighbour] = (await listedCustomers(world.tpp)).filter(
    (one) => one.customerType === 'PRIVATE',
  ) as [ListedCustomer, ListedCustomer];
  [customerId, neighbourId] = [await customerIdOf(person), await customerIdOf(neighbour)];
  await grant(world, person);
  await grant(others, neighbour);
  await leaveOpen();
  await plantPasskeys();
  const psuIds = await query<{ id: string }>(
    `select state->>'psuId' as id from es.view
      where stream_type = 'psu' and state->>'customerId' = $1`,
    [customerId],
  );
  psuId = psuIds[0]?.id ?? '';
  texts = [
    ...[customerId, person.customerNumber, person.customerName],
    ...psuIds.map(({ id }) => id),
    ...person.accounts.flatMap(({ bban, iban }) => [bban, iban]),
  ];
});
afterAll(async () => {
  await Promise.all([...databases.values()].map((one) => one.close()));
  await test.stop();
});

const query = async <Row extends object>(sql: string, values: unknown[] = []) =>
  (await databases.get('sca')!.pool.query<Row>(sql, values)).rows;

async function customerIdOf({ customerNumber }: ListedCustomer): Promise<string> {
  const { rows } = await databases.get('accounts')!.pool.query<{ id: string }>(
    `select state->>'customerId' as id from es.view
      where stream_type = 'customer' and state->>'customerNumber' = $1
      order by (substring(stream_id from '[0-9]+$'))::bigint desc limit 1`,
    [customerNumber],
  );
  return rows[0]!.id;
}

/** A PSU whom the TPP does not know lets it read an account. */
async function grant({ tpp, narrator }: World, customer: ListedCustomer): Promise<void> {
  tpp.actFor(undefined);
  const unknown = await tpp.call({ method: 'GET', path: '/v1/accounts' });
  const link = scaRedirectOf(jsonWith(unknown, 401));
  actAs(
    tpp,
    await grantAt({ ...world, tpp, narrator }, link, customer, { bbans: [accountOf(customer)] }),
  );
  expect((await tpp.call({ method: 'GET', path: '/v1/accounts' })).status).toBe(200);
}

/** A payment whose link nobody has used. */
async function leaveOpen(): Promise<void> {
  const account = (customer: ListedCustomer) => ({ bban: accountOf(customer), currency: 'NOK' });
  const accounts = { debtorAccount: account(person), creditorAccount: account(neighbour) };
  const body = aDomesticPayment(accounts);
  const { status } = await world.tpp.call({ method: 'POST', path: singlePath, body });
  expect(status).toBe(201);
}

/** As the site adds them, without a browser. */
async function plantPasskeys(): Promise<void> {
  for (const id of [customerId, neighbourId]) {
    const at = '2026-03-01T10:00:00.000Z';
    const key = { credentialId: `of-${id}`, publicKey: 'k-1', counter: 0, transports: [] };
    const enrolled = { ...key, name: 'phone', authorisationId: 'a-1' };
    const state = {
      is: 'known',
      customerId: id,
      passkeys: [{ ...enrolled, enrolledAt: at }],
      spent: [],
    };
    const meta = { commandId: 'c', actor: 'test', requestedAt: at };
    await query(
      `with event as (
         insert into es.event (stream_id, version, type, schema_version, data, meta)
         values ($1, 1, 'PasskeyEnrolled', 1, $2, $3))
       insert into es.stream (stream_id, stream_type, version, last_tx, state_version, state)
       values ($1, 'passkeys', 1, pg_current_xact_id(), 1, $4)`,
      [`passkeys-${id}`, { customerId: id, ...enrolled, at }, meta, state],
    );
  }
}

async function operator(...args: readonly string[]): Promise<string> {
  const said: string[] = [];
  const settings = {
    OPERATIONS_URL: test.bank.operationsUrl,
    NORDGATE_SECRETS_DIR: join(test.dataDir, 'secrets'),
  };
  const program = operatorProgram(await OperationsClient.open(settings), (text) => said.push(text));
  await program.parseAsync(args, { from: 'user' });
  return said.join('\n');
}

const letter = ['--reason', 'letter 4712'] as const;
const erase = async (...more: readonly string[]) =>
  JSON.parse(
    await operator('subject', 'erase', customerId, ...letter, '--json', ...more),
  ) as WholeErasure;
const erasedBy = ({ services }: WholeErasure) =>
  services.flatMap(({ service, erased }) =>
    erased.flatMap(({ kind, records }) =>
      records.map(({ id, steps }) => ({ service, kind, id, steps })),
    ),
  );

/** Readers of rare events save their place once a minute, as here. With Kafka only the relay has one. */
async function savePlaces(): Promise<void> {
  await query(
    `update es.checkpoint set prev = pg_current_snapshot(), cur = null, last_tx = '0', last_position = 0`,
  );
}

/** All rows of sca but the record of operations, and reads that are noted a little later. */
const rowsOfSca = async (of: readonly string[]) =>
  (await rowsWith(databases.get('sca')!, of))
    .filter(
      ({ table, stream }) => table !== 'last_read' && stream?.startsWith('operation-') !== true,
    )
    .map(({ table, row }) => `${table} ${JSON.stringify(row)}`)
    .sort();

/** Each world of a sandbox has the same names and account numbers. */
const isInWorld = ({ stream }: NamingRow) =>
  stream === undefined || generationOf(stream) === generationOf(customerId);

/** A row of the stream of a kind that goes: it may have the id of the stream, and nothing else. */
function hasMoreThanItsId({ row, stream = '' }: NamingRow): boolean {
  const { data, state } = row as { readonly data?: unknown; readonly state?: unknown };
  const content = JSON.stringify([data, state]);
  return stream === '' || texts.some((text) => content.includes(text));
}

it('a dry run tells what an erasure would do, and changes nothing', async () => {
  const before = await rowsOfSca(texts);
  const planned = erasedBy(await erase('--dry-run'));
  expect(planned.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining([
      ...['authorisation', 'access', 'passkeys', 'session', 'psu'],
      ...['last_read', 'unattended_read'],
    ]),
  );
  expect(planned.find(({ kind }) => kind === 'passkeys')?.steps).toEqual([
    ...['RemovePasskey', 'ForgetPasskeys', 'DeleteHistory'],
  ]);
  expect(await rowsOfSca(texts)).toEqual(before);
  expect(await operator('subject', 'erase', customerId, ...letter, '--dry-run')).toMatch(
    /sca +access +access-\S+ +would be erased +RevokeAccess, ForgetAccess, DeleteHistory/,
  );
});

describe('a customer who was erased', () => {
  let erasure: WholeErasure;
  let ofNeighbour: readonly string[];
  beforeAll(async () => {
    ofNeighbour = await rowsOfSca([neighbourId]);
    expect(ofNeighbour.join()).toContain('AccessGranted');
    const first = await erase();
    expect(first.services.flatMap(({ changed }) => changed)).toEqual([]);
    await savePlaces();
    erasure = await erase();
    expect(erasure.services.flatMap(({ waiting }) => waiting)).toEqual([]);
  });

  it('is unknown to the TPP, whose access has ended', async () => {
    const answer = await world.tpp.call({ method: 'GET', path: '/v1/accounts' });
    expect([answer.status, codesOf(answer)]).toEqual([401, ['CONSENT_UNKNOWN']]);
  });

  it.each(operatedServices)(
    'is in no row of %s but what the answer names as kept',
    async (service) => {
      const rules = subjectRulesOf(service);
      const { kept = [], copies = [] } =
        erasure.services.find((one) => one.service === service) ?? {};
      const named = new Set([...kept, ...copies].map(({ kind }) => kind));
      const rows = (await rowsWith(databases.get(service)!, texts)).filter(isInWorld);
      const left = rows.filter((row) => {
        if (row.table !== 'es.event' && row.table !== 'es.stream') return !named.has(row.table);
        const type = streamTypesOf(service).find((one) => row.stream?.startsWith(`${one}-`)) ?? '';
        const rule = rules.streams[type];
        if (rule?.erase === 'goes') return hasMoreThanItsId(row);
        return !named.has(type);
      });
      expect(
        left.map(({ table, stream, row }) => `${table} ${stream ?? JSON.stringify(row)}`),
      ).toEqual([]);
    },
  );

  it('keeps payments and authorisations until the day that the answer has', () => {
    const keptOf = (service: OperatedService, kind: string) =>
      erasure.services
        .find((one) => one.service === service)
        ?.kept.find((one) => one.kind === kind);
    const authorisations = keptOf('sca', 'authorisation');
    expect(authorisations?.held.months).toBe(72);
    expect(authorisations?.records.every(({ heldUntil }) => heldUntil !== undefined)).toBe(true);
    const payments = keptOf('payments', 'payment')?.records ?? [];
    expect(payments.some(({ heldUntil }) => heldUntil !== undefined)).toBe(true);
    expect(erasure.outside).toHaveLength(3);
  });

  it('has no open authorisation any more', async () => {
    const open = await query(
      `select from es.view v join es.event e on e.stream_id = v.stream_id and e.version = 1
        where v.stream_type = 'authorisation'
          and e.data #>> '{initiator,psuId}' = $1 and v.state ->> 'is' = 'received'`,
      [psuId],
    );
    expect(open).toEqual([]);
  });

  it('leaves every row of another customer as it was', async () => {
    expect(await rowsOfSca([neighbourId])).toEqual(ofNeighbour);
    expect((await others.tpp.call({ method: 'GET', path: '/v1/accounts' })).status).toBe(200);
  });

  it('can be erased again: nothing is left to do', async () => {
    expect(erasedBy(await erase())).toEqual([]);
    expect(await operator('subject', 'erase', customerId, ...letter)).toMatch(
      /^nothing is left to erase\n\nservice +kept +records +until/,
    );
  });

  it('can use the TPP again, which knows them by another PSU-ID, and can be erased again', async () => {
    world.tpp.actFor(undefined);
    await meetPsu(world, person);
    await grant(world, person);
    const [known] = await query<{ id: string; version: number }>(
      `select state->>'psuId' as id, version::int from es.view
        where stream_type = 'psu' and state->>'customerId' = $1`,
      [customerId],
    );
    expect(known?.id).not.toBe(psuId);
    expect(known?.version).toBe(3);
    const again = await erase();
    expect(erasedBy(again).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['access', 'session', 'psu']),
    );
  });
});

it('the record of each service has the erasure with its reason, without an account number', async () => {
  for (const service of operatedServices) {
    const { rows } = await databases
      .get(service)!
      .pool.query<{ data: object }>(
        `select data from es.event where stream_id = $1 and type = 'OperationBegun'`,
        [`operation-${service}`],
      );
    const asked = { name: 'EraseSubject', about: { customerId, dryRun: false } };
    expect(rows.map(({ data }) => data)).toContainEqual(
      expect.objectContaining({
        reason: 'letter 4712',
        asked: expect.objectContaining({
          ...asked,
          about: expect.objectContaining(asked.about) as object,
        }) as object,
      }),
    );
    expect(JSON.stringify(rows)).not.toContain(accountOf(person));
  }
});

it('the erasure of an unknown customer says that nothing is held', async () => {
  const id = 'ffffffff-0000-4000-8000-000000000000';
  expect(await operator('subject', 'erase', id, ...letter)).toContain(`nothing is held of ${id}`);
  await expect(operator('subject', 'erase', 'no customer', ...letter)).rejects.toThrow(
    new OperationRefused(
      'customerId has to be the id of the customer at the bank: 1 to 64 letters, digits, hyphens and underscores, in a sandbox with the generation of its world (`.3`)',
    ),
  );
});
