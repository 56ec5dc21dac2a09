import { generationSql } from '@nordgate/contracts/rules';
import type { Database } from '@nordgate/event-store';
import type { Access } from './access.js';

/** The accesses that a customer gave to any TPP in a generation, by the index of migrations/3-accesses-of.migration.ts. */
export const accessesOfCustomer = {
  name: 'sca.accesses-of-customer',
  text: `select state from es.view where stream_type = 'access' and state ->> 'customerId' = $1
    and ${generationSql('stream_id')} = $2`,
};

/** Every access of a customer, of any TPP, in any context and state. */
export async function accessesOf(
  database: Database,
  { customerId, generation }: { readonly customerId: string; readonly generation: number },
): Promise<readonly Access[]> {
  const { rows } = await database.pool.query<{ state: Access }>({
    ...accessesOfCustomer,
    values: [customerId, generation],
  });
  return rows.map(({ state }) => state);
}
