import { operatedServices } from '@nordgate/contracts/commands';
import type {
  OperatedService,
  SubjectPage,
  SubjectRecipient,
  SubjectRecord,
  SubjectSection,
} from '@nordgate/contracts/commands';
import { defined } from '@nordgate/decider';
import { OperationPending, OperationRefused } from './operations-client.js';
import type { Operations } from './operations-client.js';

/** What the bank holds of a customer, as JSON for the customer (docs/reference/data-of-a-customer.md). */
export interface SubjectExport {
  readonly customerId: string;
  readonly services: readonly {
    readonly service: OperatedService;
    readonly sections: readonly SubjectSection[];
  }[];
  /** By which services that were not asked yet find the customer. */
  readonly keys: string;
}

/** Whose data is exported, and from where. */
export interface SubjectQuestion {
  readonly customerId: string;
  readonly services: readonly OperatedService[];
  readonly reason: string;
  readonly keys?: string;
  /** Where the first page begins; with one service only. */
  readonly place?: string;
}

/** The export as far as the services have answered, and why others have not. */
export interface ExportOutcome {
  readonly exported: SubjectExport;
  readonly pending: readonly string[];
  readonly failed: readonly string[];
}

/** These know by which keys the others find the customer. */
const keyServices: readonly OperatedService[] = ['accounts', 'sca'];

/**
 * Asks one service after the other, page by page. A service that waits for a second person, or gives no answer, is
 * named in the outcome. Without the answers of accounts and sca the others cannot find everything and are not asked.
 *
 * @throws OperationRefused when the first service refuses the request
 */
export async function exportSubject(
  operations: Operations,
  { customerId, services, reason, keys: given, place }: SubjectQuestion,
): Promise<ExportOutcome> {
  const [first, others] = [keyServices, operatedServices].map((group) =>
    group.filter((one) => services.includes(one)),
  ) as [OperatedService[], OperatedService[]];
  requireKeys(services, given);
  const outcome = new Answers(given);
  const ask = async (service: OperatedService, isFirst: boolean) => {
    const { keys } = outcome;
    const question = { customerId, service, reason, ...defined({ keys, place }) };
    await outcome.add(service, isFirst, allPages(operations, question));
  };
  for (const service of first) await ask(service, service === first[0]);
  if (given !== undefined || outcome.answers.length === first.length) {
    const rest = others.filter((one) => !first.includes(one));
    for (const service of rest) await ask(service, first.length === 0 && service === rest[0]);
  }
  const { answers, keys = '', pending, failed } = outcome;
  return { exported: { customerId, services: withNames(answers), keys }, pending, failed };
}

/** What the services have answered so far. */
class Answers {
  readonly answers: SubjectExport['services'][number][] = [];
  readonly pending: string[] = [];
  readonly failed: string[] = [];

  constructor(public keys: string | undefined) {}

  /** Takes the answer of a service. Rejects with what the first service refuses, and with unknown errors. */
  async add(
    service: OperatedService,
    isFirst: boolean,
    answer: Promise<Pick<SubjectPage, 'sections' | 'keys'>>,
  ): Promise<void> {
    try {
      const { sections, keys } = await answer;
      this.answers.push({ service, sections });
      if (keys !== '') this.keys = keys;
    } catch (error) {
      if (error instanceof OperationPending) this.pending.push(error.message);
      else if (error instanceof OperationRefused && !isFirst) {
        this.failed.push(`${service}: ${error.message}`);
      } else throw error;
    }
  }
}

function requireKeys(services: readonly OperatedService[], keys: string | undefined): void {
  const missing = keyServices.filter((one) => !services.includes(one));
  if (keys !== undefined || missing.length === 0) return;
  // Accounts finds the customer by the id alone.
  if (services.length === 1 && services[0] === 'accounts') return;
  throw new OperationRefused(
    `${missing.join(' and ')} are not asked: give the keys of their answers with --keys`,
  );
}

interface ServiceQuestion {
  readonly customerId: string;
  readonly service: OperatedService;
  readonly reason: string;
  readonly keys?: string;
  readonly place?: string;
}

async function allPages(
  operations: Operations,
  question: ServiceQuestion,
): Promise<Pick<SubjectPage, 'sections' | 'keys'>> {
  let sections: readonly SubjectSection[] = [];
  let { keys = '', place } = question;
  do {
    const known = { ...question, ...defined({ place, keys: keys === '' ? undefined : keys }) };
    const outcome = await operations.run({ name: 'ShowSubject', reveal: true, ...known });
    const page = outcome as SubjectPage;
    sections = merged(sections, page.sections);
    ({ keys, next: place } = page);
  } while (place !== undefined);
  return { sections, keys };
}

/** Pages may have parts of the same stream. */
function merged(
  before: readonly SubjectSection[],
  after: readonly SubjectSection[],
): readonly SubjectSection[] {
  const kinds = new Set([...before, ...after].map(({ kind }) => kind));
  return [...kinds].flatMap((kind) => {
    const parts = [...before, ...after].filter((one) => one.kind === kind);
    const [first] = parts;
    if (first === undefined) return [];
    const records = Map.groupBy(
      parts.flatMap((one) => one.records),
      ({ id }) => id,
    );
    return [{ ...first, records: [...records.values()].map(mergedRecord) }];
  });
}

function mergedRecord(parts: readonly SubjectRecord[]): SubjectRecord {
  const [first, ...more] = parts as [SubjectRecord, ...SubjectRecord[]];
  if (more.length === 0 || first.events === undefined) return first;
  const events = parts.flatMap((one) => one.events ?? []);
  const byVersion = new Map(events.map((event) => [event.version, event]));
  return { ...first, events: [...byVersion.values()] };
}

/** Gives TPPs the names under which other records know them. */
function withNames(services: SubjectExport['services']): SubjectExport['services'] {
  const records = services.flatMap(({ sections }) => sections).flatMap((one) => one.records);
  const known = records.flatMap(({ recipients }) => recipients);
  const names = new Map(
    known.flatMap(({ id, name }) => (name === undefined ? [] : [[id, name] as const])),
  );
  const named = ({ id, name = names.get(id) }: SubjectRecipient) =>
    name === undefined ? { id } : { id, name };
  return services.map(({ service, sections }) => ({
    service,
    sections: sections.map((section) => ({
      ...section,
      records: section.records.map((one) => ({ ...one, recipients: one.recipients.map(named) })),
    })),
  }));
}
