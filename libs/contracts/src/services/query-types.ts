import * as accounts from '../accounts/account-queries.js';
import * as ledger from '../accounts/ledger-queries.js';
import * as access from '../authorisations/access-queries.js';
import * as authorisations from '../authorisations/sca-queries.js';
import { isQueryType } from '../base/message/query.js';
import type { Answerable, QueriedService, QueryType } from '../base/message/query.js';
import * as baskets from '../baskets/basket-queries.js';
import * as runs from '../execution/batch-queries.js';
import * as maintenance from '../operations/maintenance-queries.js';
import * as payments from '../payments/payment-queries.js';
import * as consoles from '../sandbox/console-queries.js';
import * as otherChannels from '../sandbox/channel-queries.js';
import * as sandbox from '../sandbox/sandbox-queries.js';
import * as worlds from '../sandbox/world-queries.js';
import * as tpps from '../tpps/tpp-queries.js';

/** What a file of queries exports. A class whose answer does not survive JSON does not compile here. */
export type QueryFile<File> = {
  readonly [Name in keyof File]: File[Name] extends QueryType ? Answerable<File[Name]> : File[Name];
};

/** The query classes that a file exports. */
export function queriesOf<File extends object>(file: File & QueryFile<File>): readonly QueryType[] {
  return Object.values(file).filter(isQueryType);
}

/** Every query of the system: what the files of queries export. */
export const queryTypes: readonly QueryType[] = [
  ...queriesOf(access),
  ...queriesOf(accounts),
  ...queriesOf(authorisations),
  ...queriesOf(baskets),
  ...queriesOf(consoles),
  ...queriesOf(ledger),
  ...queriesOf(maintenance),
  ...queriesOf(otherChannels),
  ...queriesOf(payments),
  ...queriesOf(runs),
  ...queriesOf(sandbox),
  ...queriesOf(tpps),
  ...queriesOf(worlds),
];

const typeByName: ReadonlyMap<string, QueryType> = new Map(
  queryTypes.map((type) => [type.name, type]),
);

/** The query of a service that travels under this name, if there is one. */
export function queryTypeOf(service: QueriedService, name: string): QueryType | undefined {
  const type = typeByName.get(name);
  return type?.service === service ? type : undefined;
}
