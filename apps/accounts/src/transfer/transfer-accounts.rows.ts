import { Collector } from '@nordgate/event-store';
import { inGeneration, streams } from '@nordgate/contracts/rules';
import type { Database } from '@nordgate/event-store';
import type { FindTransferAccounts } from './reserve-transfer.js';

type Question = Parameters<FindTransferAccounts>[0];

/**
 * An account number is a claim of its open account, so an account is found by its primary key. $1 and $2:
 * each number with its transfer, $3: the debtor's number of each transfer.
 */
const accountsSql = `
  select w.transfer, c.stream_id as stream, null as "ownerId"
    from unnest($1::int[], $2::text[]) as w (transfer, number)
    join es.claim c on c.scope = 'bban' and c.key = w.number
  union all
  select w.transfer::int, c.stream_id, v.state->>'ownerId'
    from unnest($3::text[]) with ordinality as w (number, transfer)
    join es.claim c on c.scope = 'bban' and c.key = w.number
    join es.view v on v.stream_id = c.stream_id
   where v.state->>'is' = 'open'`;

/** An account of a transfer; the debtor's comes once more, with its owner. */
interface FoundAccount {
  readonly transfer: number;
  readonly stream: string;
  readonly ownerId: string | null;
}

/**
 * Finds the open accounts of transfers by number, and the owner of each debtor's account, as streams. What is asked together is answered by one statement.
 */
export function findingTransferAccounts({ pool }: Pick<Database, 'pool'>): FindTransferAccounts {
  const collector = new Collector<Question, readonly string[]>(async (questions) => {
    const numbers = questions.flatMap(({ debtor, creditors, generation }, at) =>
      [...new Set([debtor, ...creditors])].map((number) => ({
        transfer: at + 1,
        number: inGeneration(number, generation),
      })),
    );
    const { rows } = await pool.query<FoundAccount>({
      name: 'accounts.transfer-accounts',
      text: accountsSql,
      values: [
        numbers.map(({ transfer }) => transfer),
        numbers.map(({ number }) => number),
        questions.map(({ debtor, generation }) => inGeneration(debtor, generation)),
      ],
    });
    const found = Map.groupBy(rows, ({ transfer }) => transfer);
    return questions.map((_question, at) =>
      (found.get(at + 1) ?? []).map(({ stream, ownerId }) =>
        ownerId === null ? stream : streams.customer.id(ownerId),
      ),
    );
  });
  return (question) => collector.ask(question);
}
