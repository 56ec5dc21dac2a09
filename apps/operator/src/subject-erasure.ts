import type {
  ErasedKind,
  KeptCopy,
  KeptKind,
  OperatedService,
  SubjectErasure,
} from '@nordgate/contracts/commands';
import { defined } from '@nordgate/decider';
import type { Operations } from './operations-client.js';
import { askServices } from './subject-services.js';
import type { ServiceQuestion, SubjectQuestion } from './subject-services.js';

/** What a service has erased of a customer, and what it keeps. */
export type ServiceErasure = Pick<
  SubjectErasure,
  'erased' | 'waiting' | 'changed' | 'kept' | 'copies'
> & {
  readonly service: OperatedService;
};

/** What the bank has erased of a customer, or would in a dry run (docs/reference/data-of-a-customer.md). */
export interface WholeErasure {
  readonly customerId: string;
  readonly dryRun: boolean;
  readonly services: readonly ServiceErasure[];
  /** Copies that no service reaches. */
  readonly outside: readonly KeptCopy[];
  /** By which services that were not asked yet find the customer. */
  readonly keys: string;
}

/** The erasure as far as the services have answered, and why others have not. */
export interface ErasureOutcome {
  readonly erasure: WholeErasure;
  readonly pending: readonly string[];
  readonly failed: readonly string[];
}

/** Where copies are that an erasure does not reach at once (docs/operations/data.md). */
export const outsideCopies: readonly KeptCopy[] = [
  {
    kind: 'topics of Kafka',
    why: 'They have the commands and events from which services are restored.',
    until: 'TOPIC_DAYS of each service that exports its events (35); without a limit elsewhere',
  },
  {
    kind: 'exports of events',
    why: 'They have each event for restores and new readers.',
    until: 'the monthly pass after the deletion in the database, 31 days at most',
  },
  {
    kind: 'backups',
    why: 'They have whole databases. After a restore, erase the customer again.',
    until: 'the retention of the backups',
  },
];

/** Erases a customer in all services, page by page. Throws as `askServices`. */
export async function eraseSubject(
  operations: Operations,
  { dryRun, ...question }: SubjectQuestion & { readonly dryRun: boolean },
): Promise<ErasureOutcome> {
  const { answers, keys, pending, failed } = await askServices(question, (one) =>
    allPages(operations, { ...one, dryRun }),
  );
  const services = answers.map(
    ({ service, answer: { erased, waiting, changed, kept, copies } }) => ({
      service,
      erased,
      waiting,
      changed,
      kept,
      copies,
    }),
  );
  const { customerId } = question;
  const erasure = { customerId, dryRun, services, outside: outsideCopies, keys };
  return { erasure, pending, failed };
}

type Pages = Pick<SubjectErasure, 'erased' | 'waiting' | 'changed' | 'kept' | 'copies' | 'keys'>;

async function allPages(
  operations: Operations,
  question: ServiceQuestion & { readonly dryRun: boolean },
): Promise<Pages> {
  let all: Pages = {
    erased: [],
    waiting: [],
    changed: [],
    kept: [],
    copies: [],
    keys: question.keys ?? '',
  };
  let { place } = question;
  do {
    const known = {
      ...question,
      ...defined({ place, keys: all.keys === '' ? undefined : all.keys }),
    };
    const page = (await operations.run({ name: 'EraseSubject', ...known })) as SubjectErasure;
    all = merged(all, page);
    place = page.next;
  } while (place !== undefined);
  return all;
}

/** Pages may have parts of the same stream: the later page looks at what the earlier one has left. */
function merged(before: Pages, page: SubjectErasure): Pages {
  const seen = new Set(page.kept.flatMap(({ records }) => records.map(({ id }) => id)));
  const earlier = before.kept.map((one) => ({
    ...one,
    records: one.records.filter(({ id }) => !seen.has(id)),
  }));
  return {
    erased: byKind<ErasedKind>([...before.erased, ...page.erased]),
    waiting: [...new Set([...before.waiting, ...page.waiting])],
    changed: [...new Set([...before.changed, ...page.changed])],
    kept: byKind<KeptKind>([...earlier, ...page.kept]),
    copies: [...before.copies, ...page.copies],
    keys: page.keys,
  };
}

function byKind<
  One extends {
    readonly kind: string;
    readonly held?: { readonly rule: string };
    readonly records: readonly unknown[];
  },
>(all: readonly One[]): readonly One[] {
  const filled = all.filter(({ records }) => records.length > 0);
  const groups = Map.groupBy(filled, ({ kind, held }) => `${kind}/${held?.rule ?? ''}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined
      ? []
      : [{ ...first, records: group.flatMap(({ records }) => records) }];
  });
}
