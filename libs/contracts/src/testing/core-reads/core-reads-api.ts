import { RELEASE } from '../../base/codes/versions.js';
import { generatedSchemas } from '../../base/message/generated-schemas.js';
import type { CoreAnswers } from '../../core/read-answer.js';
import { neededBy } from '../schemas/from-types.js';
import type { Definitions } from '../schemas/from-types.js';

/** An API that a core serves (OpenAPI). */
export interface CoreReadsApi {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, object>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

const info = {
  title: "The core's books",
  version: '1.0.0',
  'x-release': RELEASE,
  description: [
    'The core system of the bank serves this API, and the accounts service of the bank alone calls it.',
    'It is not part of the interface for TPPs. docs/how-to/let-tpps-read-the-core.md has its rules.',
  ].join('\n'),
  license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
};

const day = { type: 'string', format: 'date' } as const;
const position = {
  type: 'string',
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}[.][0-9]{1,16}$',
  example: '2030-03-01.31',
} as const;
const whole = (minimum: number, maximum: number) =>
  ({ type: 'integer', minimum, maximum }) as const;

const query = (name: string, description: string, schema: object, required = false) => ({
  ...{ name, in: 'query', required, description, schema },
});

const account = {
  type: 'string',
  description: 'The key of its reports: account-<id> or card-account-<id>.',
  example: 'account-2c1f7a52-5f3a-4f0e-9b46-0d3c5a7e1b01',
} as const;
const ofAccount = { name: 'account', in: 'path', required: true, schema: account };

const pageParameters = [
  query('status', 'Which transactions.', { enum: ['booked', 'pending', 'both'] }, true),
  query('limit', 'So many transactions at most.', whole(1, 1001), true),
  query('dateFrom', 'The first day: the booking date, or the day of a reservation.', day),
  query('dateTo', 'The last day.', day),
  query('asOf', 'The account as it was at this number; now without it.', whole(0, 2 ** 53 - 2)),
  query('after', 'Only what is older than this position: a day and a sequence.', position),
  query('before', 'What is newer than this position, and of that the part next to it.', position),
  query('skip', 'So many transactions are left out at the beginning.', whole(1, 10_000)),
];

function get(
  id: string,
  summary: string,
  answer: keyof CoreAnswers,
  parameters: readonly object[],
) {
  const content = { 'application/json': { schema: { $ref: `#/definitions/${answer}` } } };
  return {
    get: {
      ...{ operationId: id, summary, parameters },
      responses: {
        200: { description: 'The answer.', content },
        401: { description: 'The token or the certificate is not that of the bank.' },
        404: { description: 'The core does not have it.' },
      },
    },
  };
}

/** Describes the API; the schemas are those with which accounts checks each answer. */
export function coreReadsApi(): CoreReadsApi {
  const definitions = generatedSchemas('core').definitions as Definitions;
  const list = { type: 'array', items: account, minItems: 1, maxItems: 100 };
  const transactions = '/v1/accounts/{account}/transactions';
  const transactionId = { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' };
  const id = { name: 'transactionId', in: 'path', required: true, schema: transactionId };
  const paths = {
    '/v1/balances': get('getBalances', 'The figures of accounts', 'BalancesAnswer', [
      query('account', 'The accounts, each in a separate parameter.', list, true),
    ]),
    [transactions]: get(
      'getTransactions',
      'Some transactions of an account, the newest first',
      'TransactionsAnswer',
      [ofAccount, ...pageParameters],
    ),
    [`${transactions}/{transactionId}`]: get(
      'getTransaction',
      'One transaction of an account',
      'TransactionAnswer',
      [ofAccount, id],
    ),
  };
  const document = {
    openapi: '3.1.0',
    info,
    servers: [{ url: 'https://core.bank.example/books' }],
    security: [{ token: [] }, { certificate: [] }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        certificate: { type: 'mutualTLS' },
      },
      schemas: neededBy(paths, definitions),
    },
  };
  const text = JSON.stringify(document).replaceAll('#/definitions/', '#/components/schemas/');
  return JSON.parse(text) as CoreReadsApi;
}
