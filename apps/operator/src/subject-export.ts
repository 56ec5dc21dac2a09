import type {
  OperatedService,
  SubjectPage,
  SubjectRecipient,
  SubjectRecord,
  SubjectSection,
} from '@nordgate/contracts/commands';
import { defined } from '@nordgate/decider';
import type { Operations } from './operations-client.js';
import { askServices } from './subject-services.js';
import type { ServiceQuestion, SubjectQuestion } from './subject-services.js';

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

/** The export as far as the services have answered, and why others have not. */
export interface ExportOutcome {
  readonly exported: SubjectExport;
  readonly pending: readonly string[];
  readonly failed: readonly string[];
}

/**
 * What all services hold of a customer, page by page. Throws as `askServices`.
 */
export async function exportSubject(
  operations: Operations,
  question: SubjectQuestion,
): Promise<ExportOutcome> {
  const { answers, keys, pending, failed } = await askServices(question, (one) =>
    allPages(operations, one),
  );
  const services = answers.map(({ service, answer: { sections } }) => ({ service, sections }));
  const { customerId } = question;
  return { exported: { customerId, services: withNames(services), keys }, pending, failed };
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
