import type {
  PaymentEvent,
  PaymentInitiated,
  TransferInstructed,
} from '@nordgate/contracts/events';
import { isPeriodic } from '@nordgate/contracts/events';
import { dayInOslo, paymentStatusAfter, streams } from '@nordgate/contracts/rules';
import { strangersDays } from '@nordgate/testing/calendar';
import type { StoredFact } from '@nordgate/chaos/evidence';
import type { SimulatedEvidence } from './simulated-law.js';

type Initiated = PaymentInitiated['data'];

/**
 * A payment with a date is executed on its day or later, never before, and is not forgotten. A standing order is executed once on
 * each of its days until today, by the calendar of others.
 */
export function dueDays({
  services,
  today,
}: Pick<SimulatedEvidence, 'services' | 'today'>): readonly string[] {
  const moved = Map.groupBy(instructedIn(services.batch.events), ({ paymentId }) =>
    String(streams.payment.id(paymentId)),
  );
  const statuses = statusesIn(services.payments.events);
  const authorised = new Set(
    services.payments.events
      .filter(({ type }) => type === 'PaymentAuthorised')
      .map(({ stream }) => stream),
  );
  return services.payments.events.flatMap(({ stream, type, data }) => {
    if (type !== 'PaymentInitiated') return [];
    const transfers = moved.get(stream) ?? [];
    const { instruction } = data as Initiated;
    const isOpen = authorised.has(stream) && statuses.get(stream) === 'ACTC';
    if (isPeriodic(instruction)) {
      const days = strangersDays(instruction, today);
      return standingFaults(stream, { days, transfers, isOpen });
    }
    const wanted = 'requestedExecutionDate' in instruction && instruction.requestedExecutionDate;
    if (typeof wanted !== 'string') return [];
    if (isOpen && wanted <= today) return [`${stream} was due on ${wanted} and is not executed`];
    return earlyFaults(stream, transfers, () => wanted);
  });
}

/** The status after the last event of each payment, by stream. */
function statusesIn(events: readonly StoredFact[]): ReadonlyMap<string, string> {
  const own = events.filter(({ stream }) => streams.payment.has(stream));
  return new Map(
    own
      .toSorted((a, b) => a.version - b.version)
      .map(({ stream, type, data }) => [
        stream,
        paymentStatusAfter({ type, data } as PaymentEvent),
      ]),
  );
}

function instructedIn(events: readonly StoredFact[]): readonly TransferInstructed['data'][] {
  return events.flatMap(({ type, data }) =>
    type === 'TransferInstructed' ? [data as TransferInstructed['data']] : [],
  );
}

function earlyFaults(
  stream: string,
  transfers: readonly TransferInstructed['data'][],
  dayOf: (transfer: TransferInstructed['data']) => string,
): readonly string[] {
  return transfers.flatMap((transfer) => {
    const { day, at } = transfer;
    const wanted = dayOf(transfer);
    const first = [day, dayInOslo(new Date(at))].toSorted()[0] ?? day;
    return first < wanted ? [`${stream} was executed on ${first}, before ${wanted}`] : [];
  });
}

function standingFaults(
  stream: string,
  {
    days,
    transfers,
    isOpen,
  }: {
    readonly days: readonly string[];
    readonly transfers: readonly TransferInstructed['data'][];
    readonly isOpen: boolean;
  },
): readonly string[] {
  const found = transfers.map(({ occurrence = 'none' }) => occurrence).toSorted();
  const isSame = isOpen ? found.join() === days.join() : isBegin(found, days);
  const early = earlyFaults(stream, transfers, ({ occurrence = 'none' }) => occurrence);
  if (isSame) return early;
  return [`${stream} was executed on ${found.join()}, not on ${days.join()}`, ...early];
}

/** An order that was refused or cancelled on the way is executed until then. */
const isBegin = (found: readonly string[], days: readonly string[]) =>
  days.slice(0, found.length).join() === found.join();
