import { storedEvidence } from '@nordgate/chaos/gather';
import type { Answer, PublishedFact, Service } from '@nordgate/chaos/evidence';
import { idOf } from '@nordgate/chaos/history';
import type { History, RequestRecord } from '@nordgate/chaos/history';
import { streamOf } from '@nordgate/chaos/markers';
import { GetBasket, GetPayment, GetReadableAccounts } from '@nordgate/contracts/queries';
import { dayInOslo, publicIdOf } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import { eventOf } from '@nordgate/messaging';
import type { Broker } from '../bus/broker.js';
import type { OpenDatabases } from '../bank/open-databases.js';
import { ids } from '../bank/simulated-bank.js';
import { tpp } from '../workload/derived-ids.js';
import type { AccountHistory } from '../workload/account-history.js';
import type { Gateways } from '../workload/gateways.js';
import type { Person } from '../workload/psu.js';
import type { SimulatedEvidence } from './simulated-law.js';

/** All evidence of a bank at rest: its databases, its topics, the history of its TPP, and what it answers. */
export async function gathered(
  databases: OpenDatabases,
  broker: Broker,
  history: History & AccountHistory,
  { gateways, people }: { readonly gateways: Gateways; readonly people: readonly Person[] },
): Promise<SimulatedEvidence> {
  const stored = await storedEvidence({ of: databases }, publishedIn(broker));
  const answers = await answersFor(history.requests, gateways);
  const balances = await balancesOf(people, gateways);
  const { at } = await gateways.moment();
  return { ...stored, ...history, answers, balances, today: dayInOslo(new Date(at)) };
}

async function balancesOf(
  people: readonly Person[],
  gateways: Gateways,
): Promise<ReadonlyMap<string, string>> {
  const shown = new Map<string, string>();
  for (const { customerId, accountId } of people) {
    const query = new GetReadableAccounts({ customerId, corporateId: null }, [accountId]);
    const [account] = (await gateways.ask(query)) ?? [];
    if (account?.balances !== undefined) shown.set(accountId, account.balances.interimBooked);
  }
  return shown;
}

function publishedIn(broker: Broker): { readonly [Name in Service]: readonly PublishedFact[] } {
  const factsOf = (service: Service) =>
    broker.recordsOf(`${service}.events.v1`).map((message): PublishedFact => {
      const { stream, version, event } = eventOf(message);
      const id = message.headers['ce_id'] ?? '';
      const place = { partition: message.partition, offset: Number(message.offset) };
      return { stream, version, type: event.type, id, data: event['data'], ...place };
    });
  return {
    payments: factsOf('payments'),
    baskets: factsOf('baskets'),
    sca: factsOf('sca'),
    accounts: factsOf('accounts'),
    batch: factsOf('batch'),
  };
}

async function answersFor(
  requests: readonly RequestRecord[],
  gateways: Gateways,
): Promise<ReadonlyMap<string, Answer>> {
  const answers = new Map<string, Answer>();
  for (const asked of requests) {
    const id = idOf(asked);
    if (id === undefined) continue;
    const stream = streamOf(id).replace(/^[a-z]+-/, '');
    answers.set(id, await (asked.wish.for === 'payment' ? paymentAt : basketAt)(stream, gateways));
  }
  return answers;
}

async function paymentAt(id: string, gateways: Gateways): Promise<Answer> {
  const view = await gateways.ask(new GetPayment(tpp, id));
  if (view === null) return { status: 404 };
  const { transactionStatus, fundsAvailable } = view;
  return { status: 200, transactionStatus, ...defined({ fundsAvailable }) };
}

async function basketAt(id: string, gateways: Gateways): Promise<Answer> {
  const view = await gateways.ask(new GetBasket(tpp, id));
  if (view === null) return { status: 404 };
  const payments = view.paymentIds.map((streamId) =>
    publicIdOf({ kind: 'payment', streamId }, tpp, ids),
  );
  return { status: 200, transactionStatus: view.transactionStatus, payments };
}
