import { accountOf, jsonWith, listedCustomers, reaches, seeExecution } from '@nordgate/testing';
import type { ListedCustomer, World } from '@nordgate/testing';

/**
 * A TPP's journey at a bank whose core has the customers, moves the money and has the books: the reported customers, an
 * instant payment, a run with booked transactions, a payment without funds in a basket, and a balance.
 *
 * @throws JourneyError at the first answer that is not the promised one
 */
export async function runCoreJourney(world: World): Promise<void> {
  const { narrator } = world;
  narrator.part('The customers and accounts that the core has reported');
  // Accounts come on another topic, so they may be there later than their owners.
  await reaches('two persons with accounts', '2', async () =>
    String((await personsWithAccounts(world)).length),
  );
  const [debtor, creditor] = await personsWithAccounts(world);
  if (debtor === undefined || creditor === undefined) throw new Error('no customers');
  for (const one of [debtor, creditor]) {
    narrator.step('GET /v1/sandbox/customers', `${one.customerName}, ${accountOf(one)}`);
  }
  narrator.part('Execution by the core: at once, in a run of the batch, and not without funds');
  await seeExecution(world, { debtor, creditor });
  narrator.part("Balances from the core's books, of which the bank has no copy");
  await seeBalance(world, debtor);
}

/** The balance of the account that the debtor has granted. */
async function seeBalance({ tpp, narrator }: World, debtor: ListedCustomer): Promise<void> {
  const path = '/v1/accounts?withBalance=true';
  const answer = jsonWith<Listed>(await tpp.call({ method: 'GET', path }), 200);
  const [account] = answer.accounts;
  const [booked] = account?.balances ?? [];
  const { amount = 'none', currency = '' } = booked?.balanceAmount ?? {};
  narrator.step(`GET ${path}`, `${accountOf(debtor)} has ${amount} ${currency}`);
}

interface Listed {
  readonly accounts: readonly {
    readonly balances?: readonly {
      readonly balanceAmount: { readonly amount: string; readonly currency: string };
    }[];
  }[];
}

async function personsWithAccounts({ tpp }: World): Promise<readonly ListedCustomer[]> {
  const customers = await listedCustomers(tpp);
  return customers.filter(
    ({ customerType, accounts }) => customerType === 'PRIVATE' && accounts.length > 0,
  );
}
