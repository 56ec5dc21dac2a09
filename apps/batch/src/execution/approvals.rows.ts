import type { AuthorisationFinalised } from '@nordgate/contracts/events';
import { isOfPayments, proofOf } from '@nordgate/contracts/rules';
import type { ApprovalProof, SealState } from '@nordgate/contracts/rules';
import type { ReceivedEvent, RowUpsert, RowWrite } from '@nordgate/decider';
import { Collector } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import type { KeptApproval } from './check-claim.js';

const sealedApproval: RowUpsert = {
  name: 'sealed-approval',
  columns: ['hash', 'signature', 'key_id', 'text', 'was_valid'],
  key: ['hash', 'signature'],
  sql: `insert into sealed_approval (hash, signature, key_id, text, was_valid)
select hash, signature, key_id, text, was_valid
  from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::boolean[])
       as a (hash, signature, key_id, text, was_valid)
 order by hash, signature
    on conflict do nothing`,
};

const approvedPayment: RowUpsert = {
  name: 'approved-payment',
  columns: ['payment_id', 'hash'],
  key: ['payment_id', 'hash'],
  sql: `insert into approved_payment (payment_id, hash)
select payment_id, hash
  from unnest($1::text[], $2::text[]) as p (payment_id, hash)
 order by payment_id, hash
    on conflict do nothing`,
};

/**
 * The rows of an approval of payments: itself once, and the payments that it names. Its seal is checked here, once for all its
 * payments and not in the hour of a run. Nothing is refused: only a claim is, and by then another key may be known.
 */
export function approvalRows(
  { stream, event: { data } }: ReceivedEvent<AuthorisationFinalised>,
  stateOf: (proof: ApprovalProof) => SealState,
): readonly RowWrite[] {
  if (!isOfPayments(data.resource) || data.approved.length === 0) return [];
  const proof = proofOf(stream, data);
  const { hash, seal, text } = proof;
  const row = [hash, seal?.signature ?? '', seal?.keyId ?? '', text, stateOf(proof) === 'valid'];
  return [
    { upsert: sealedApproval, row },
    ...data.approved.map(({ paymentId }) => ({ upsert: approvedPayment, row: [paymentId, hash] })),
  ];
}

interface ApprovalRow {
  readonly hash: string;
  readonly signature: string;
  readonly keyId: string;
  readonly text: string;
  readonly wasValid: boolean;
}

const columns = 'a.hash, a.signature, a.key_id as "keyId", a.text, a.was_valid as "wasValid"';

/**
 * Both tables are searched by their primary keys, payment by payment: a plan that was made while they were small would
 * read all approvals for each page of a run. `offset 0` keeps the searches apart.
 */
const ofPaymentsStatement = {
  name: 'batch.approvals-of-payments',
  text: `select w.payment_id as "paymentId", ${columns}
           from unnest($1::text[]) as w (payment_id)
          cross join lateral (
                select p.hash from approved_payment p where p.payment_id = w.payment_id offset 0) p
          cross join lateral (
                select * from sealed_approval s where s.hash = p.hash offset 0) a
          order by a.hash, a.signature`,
};

/** All approvals that name a payment, with every signature that was seen. */
export type FindApprovals = (paymentId: string) => Promise<readonly KeptApproval[]>;

/** Finds the approvals of payments. One statement answers what is asked in one turn: a run claims in pages. */
export function findingApprovals({ pool }: Pick<Database, 'pool'>): FindApprovals {
  const collector = new Collector<string, readonly KeptApproval[]>(async (paymentIds) => {
    const { rows } = await pool.query<ApprovalRow & { readonly paymentId: string }>({
      ...ofPaymentsStatement,
      // Twice in the list would be twice in the answer.
      values: [[...new Set(paymentIds)]],
    });
    const found = Map.groupBy(rows, ({ paymentId }) => paymentId);
    return paymentIds.map((paymentId) => (found.get(paymentId) ?? []).map(keptIn));
  });
  return (paymentId) => collector.ask(paymentId);
}

const namedStatement = {
  name: 'batch.named-approvals',
  text: `select ${columns} from sealed_approval a where a.hash = any($1) order by a.hash, a.signature`,
};

/** The approvals with these hashes, each with every signature that was seen. */
export async function namedApprovals(
  { pool }: Pick<Database, 'pool'>,
  hashes: readonly string[],
): Promise<readonly KeptApproval[]> {
  const { rows } = await pool.query<ApprovalRow>({ ...namedStatement, values: [hashes] });
  return rows.map(keptIn);
}

function keptIn({ hash, signature, keyId, text, wasValid }: ApprovalRow): KeptApproval {
  if (signature === '') return { hash, text };
  const seal = { keyId, signature };
  return wasValid ? { hash, text, seal, wasValid } : { hash, text, seal };
}
