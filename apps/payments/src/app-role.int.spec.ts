import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrateDatabase } from '@nordgate/event-store';
import { emptyTestDatabase } from '@nordgate/event-store/testing';
import { readUntil } from '@nordgate/service/testing';
import { DataSource } from 'typeorm';
import { paymentsApp } from './payments.module.js';
import { paymentsToSignProjection } from './view/payments-to-sign.projection.js';
import { toInitiate, toSign } from './testing/payment-commands.js';
import { paymentsOnABus } from './testing/payments-on-a-bus.fixture.js';
import type { PaymentsOnABus } from './testing/payments-on-a-bus.fixture.js';

const page = join(import.meta.dirname, '../../../docs/operations/upgrade.md');
/** The statements of the page, for these roles. */
function grants(app: string, owner: string): string {
  const [, sql = ''] = /```sql\n(.*?)```/s.exec(readFileSync(page, 'utf8')) ?? [];
  return sql.replaceAll('app_role', app).replaceAll('owner_role', owner);
}

/** A database that its owner has migrated, and the address of a role with the rights of the page. */
async function databaseWithAppRole() {
  const database = await emptyTestDatabase('app-role');
  const owner = new URL(database.url);
  const role = `app_${randomBytes(4).toString('hex')}`;
  await migrateDatabase(owner.href, paymentsApp.migrations);
  const admin = await new DataSource({ type: 'postgres', url: owner.href }).initialize();
  await admin.query(`create role ${role} login password 'app'`);
  await admin.query(grants(role, owner.username));
  const url = new URL(owner.href);
  [url.username, url.password] = [role, 'app'];
  return {
    ...{ ownerUrl: owner.href, url: url.href, role },
    close: async () => {
      await admin.query(`drop owned by ${role} cascade`);
      await admin.query(`drop role ${role}`);
      await admin.destroy();
      await database.drop();
    },
  };
}

/** Initiates a payment and signs it for the first time. Resolves when it waits for the second signer. */
async function signedOnce(payments: PaymentsOnABus, id: string): Promise<void> {
  const stream = `payment-${id}`;
  for (const command of [toInitiate(), toSign({ corporateId: 'agreement-1' })]) {
    await payments.execute({ ...command, stream, id: `${stream}/${command.type}` });
  }
  const waiting = await readUntil(
    async () =>
      (
        await payments
          .database()
          .pool.query('select from payment_to_sign where stream = $1', [stream])
      ).rowCount,
    (count) => count === 1,
  );
  expect(waiting).toBe(1);
}

describe('a role with the rights of docs/operations/upgrade.md', () => {
  let database: Awaited<ReturnType<typeof databaseWithAppRole>>;
  let payments: PaymentsOnABus;
  beforeAll(async () => {
    database = await databaseWithAppRole();
    payments = await paymentsOnABus({}, database.url);
  });
  afterAll(async () => {
    await payments.stop();
    await database.close();
  });

  it('is enough to decide commands and to follow them in the table of a projection', async () => {
    await signedOnce(payments, 'first');
  });

  it('may not change the schema', async () => {
    const { pool } = payments.database();
    await expect(pool.query('create table es.more (id int)')).rejects.toThrow('permission denied');
    await expect(pool.query('alter table es.event add column more int')).rejects.toThrow('owner');
    await expect(pool.query('drop table payment_to_sign')).rejects.toThrow('owner');
  });

  it('keeps its rights in a table that its owner has rebuilt', async () => {
    await payments.stop();
    const projections = [{ ...paymentsToSignProjection, version: 2 }];
    const asOwner = await paymentsOnABus({ projections }, database.ownerUrl);
    const select = `select version from es.projection where name = 'payments-to-sign'`;
    const version = await readUntil(
      async () =>
        (await asOwner.database().pool.query<{ version: number }>(select)).rows[0]?.version,
      (found) => found === 2,
    );
    await asOwner.stop();
    expect(version).toBe(2);
    payments = await paymentsOnABus({ projections }, database.url);
    await signedOnce(payments, 'second');
  });
});
