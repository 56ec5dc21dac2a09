import { rulesOfTheMoment } from '@nordgate/contracts/http';
import { GetPayment } from '@nordgate/contracts/queries';
import type { PaymentReceipt } from '@nordgate/contracts/commands';
import type { PaymentView } from '@nordgate/contracts/queries';
import type { Fault } from '@nordgate/contracts/http';
import type { OfferedProduct } from '@nordgate/contracts/profile';
import type { PaymentInstruction } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import type { StreamId } from '@nordgate/contracts/rules';
import type { Caller } from '../../access/caller.js';
import type { Edge } from '../../access/edge.service.js';
import { madeBefore } from '../../access/repeated-request.js';
import { RequestError } from '../../reply/request-error.js';
import { readBody } from '../../request/request-body.js';

/** What an initiation has made, as its answer needs it. */
export interface MadePayment {
  readonly instruction: PaymentInstruction;
  /** About the discouraged parts of the body. */
  readonly warnings: readonly Fault[];
  /** Absent while payments has not decided. */
  readonly receipt?: PaymentReceipt;
}

/** A request for a payment that is refused now. */
interface RefusedInitiation {
  readonly edge: Edge;
  readonly caller: Caller;
  readonly product: OfferedProduct;
  readonly bytes: unknown;
  readonly stream: StreamId<'payment'>;
  readonly fingerprint: string;
}

/** The payment of a stream, for the TPP that made it; undefined while there is none. */
export async function paymentViewOf(
  edge: Edge,
  { tpp }: Pick<Caller, 'tpp'>,
  stream: StreamId<'payment'>,
): Promise<PaymentView | undefined> {
  return (await edge.queries.ask(new GetPayment(tpp, streams.payment.idOf(stream)))) ?? undefined;
}

/**
 * The payment that the same request made before its day was over, or before the bank changed its profile: a TPP that had no
 * answer repeats the request, and learns that the payment is there. Throws the refusal where the same request made none, also
 * where its X-Request-ID belongs to another request, and the errors of {@link madeBefore}.
 */
export async function paymentMadeBefore(
  refusal: unknown,
  request: RefusedInitiation,
): Promise<MadePayment> {
  const { edge, caller, stream, fingerprint } = request;
  if (!isOfTheMoment(refusal)) throw refusal;
  const created = { topic: 'payments.commands.v1', stream } as const;
  const readView = () => paymentViewOf(edge, caller, stream);
  const view = await madeBefore(refusal, { edge, caller, created, readView });
  if (view.fingerprint !== fingerprint) throw refusal;
  return { ...readThen(request, view), receipt: view };
}

/** Whether the same body may have had no faults at another moment. */
function isOfTheMoment(refusal: unknown): boolean {
  if (!(refusal instanceof RequestError)) return false;
  return refusal.faults.every((fault) => 'rule' in fault && rulesOfTheMoment.has(fault.rule));
}

/** The body as it was read at the acceptance. By another profile it may have faults: then what was stored counts. */
function readThen(
  { edge, caller, product, bytes }: RefusedInitiation,
  { acceptedAt, instruction }: PaymentView,
): Pick<MadePayment, 'instruction' | 'warnings'> {
  const { settings } = edge;
  const now = () => (acceptedAt === undefined ? edge.now(caller) : new Date(acceptedAt));
  try {
    const { value, warnings } = readBody(product.body, bytes, caller, { settings, now });
    return { instruction: value, warnings };
  } catch (error) {
    if (error instanceof RequestError) return { instruction, warnings: [] };
    throw error;
  }
}
