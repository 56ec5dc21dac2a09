import { readFile, rename, writeFile } from 'node:fs/promises';
import { chainStart, nextHead } from '@nordgate/contracts/commands';
import type {
  AuditEntry,
  AuditPage,
  ChainHead,
  OperatedService,
} from '@nordgate/contracts/commands';
import type { Operations } from './operations-client.js';
import { OperationRefused } from './operations-client.js';

/** The last entry of each service that was exported before. */
type Heads = Readonly<Partial<Record<OperatedService, ChainHead>>>;

/** The record of one service after a head, and what is wrong with its chain. */
interface ReadAudit {
  readonly entries: readonly AuditEntry[];
  readonly head: ChainHead;
  readonly faults: readonly string[];
}

/** Reads the record of a service to its end, and checks its chain. Entries after a fault are read, too. */
export async function readAudit(
  service: OperatedService,
  operations: Operations,
  from: ChainHead = chainStart,
): Promise<ReadAudit> {
  const entries: AuditEntry[] = [];
  for (let after = from.entry; ;) {
    const request = { name: 'ListAudit', service, after: String(after) } as const;
    const page = (await operations.run(request)) as AuditPage;
    entries.push(...page.entries);
    const last = page.entries.at(-1);
    if (last !== undefined && last.entry < page.head.entry) {
      after = last.entry;
      continue;
    }
    const checked = checkChain(from, entries);
    return {
      entries,
      head: page.head,
      faults: [...checked.faults, ...headFaults(service, checked, page)],
    };
  }
}

/** Reads the records of services, merged by time. */
export async function exportAudit(
  services: readonly OperatedService[],
  operations: Operations,
  heads: Heads,
): Promise<{
  readonly lines: readonly AuditEntry[];
  readonly heads: Heads;
  readonly faults: readonly string[];
}> {
  const read = await Promise.all(
    services.map(async (service) => {
      return [service, await readAudit(service, operations, heads[service])] as const;
    }),
  );
  const lines = read.flatMap(([, { entries }]) => entries);
  return {
    lines: lines.sort((a, b) => orderOf(a).localeCompare(orderOf(b)) || a.entry - b.entry),
    heads: Object.fromEntries(read.map(([service, { head }]) => [service, head])),
    faults: read.flatMap(([, { faults }]) => faults),
  };
}

/** The entries in JSON lines, or the line that is none. */
export function entriesIn(
  text: string,
): { readonly entries: readonly AuditEntry[] } | { readonly fault: string } {
  const entries: AuditEntry[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const entry = entryIn(line);
    if (entry === undefined) return { fault: `line ${String(at + 1)} is no entry of a record` };
    entries.push(entry);
  }
  return { entries };
}

/** What is missing or changed in entries of several services. The first entry of each service is entry 1. */
export function auditFaults(entries: readonly AuditEntry[]): readonly string[] {
  const services = [...new Set(entries.map(({ service }) => service))];
  return services.flatMap((one) => {
    const own = entries.filter(({ service }) => service === one);
    return checkChain(chainStart, own).faults;
  });
}

/** One fault for a chain: whatever follows a break is not checked. */
function checkChain(
  from: ChainHead,
  entries: readonly AuditEntry[],
): { readonly head: ChainHead; readonly faults: readonly string[] } {
  let head = from;
  for (const entry of entries) {
    const next = nextHead(head, entry);
    if ('fault' in next) return { head, faults: [next.fault] };
    head = next;
  }
  return { head, faults: [] };
}

/** Entries that are missing at the end: the view of the service has the last one. */
function headFaults(
  service: OperatedService,
  { head, faults }: { readonly head: ChainHead; readonly faults: readonly string[] },
  page: AuditPage,
): readonly string[] {
  if (faults.length > 0) return [];
  if (head.entry === page.head.entry && head.hash === page.head.hash) return [];
  const [read, known] = [String(head.entry), String(page.head.entry)];
  return [`${service}: entry ${read} is not the last one that is known, which is entry ${known}`];
}

/** A service stands in the order, so that entries of one moment do not mix. */
const orderOf = ({ at, service }: AuditEntry) => `${at} ${service}`;

function entryIn(line: string): AuditEntry | undefined {
  try {
    const entry = JSON.parse(line) as Partial<AuditEntry> | null;
    const { service, entry: number, hash } = entry ?? {};
    const isEntry =
      typeof service === 'string' && typeof number === 'number' && typeof hash === 'string';
    return isEntry ? (entry as AuditEntry) : undefined;
  } catch {
    return undefined;
  }
}

/** The heads in a file; none where it does not exist. Throws OperationRefused for another file. */
export async function headsIn(file: string): Promise<Heads> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new OperationRefused(`${file}: ${(error as Error).message}`, { cause: error });
  }
  const heads = parsed(text);
  if (heads === undefined) throw new OperationRefused(`${file} is no file of heads`);
  return heads;
}

/** Writes the heads whole: a crash leaves the file before, so the next export repeats entries and loses none. */
export async function writeHeads(file: string, heads: Heads): Promise<void> {
  const partial = `${file}.partial`;
  await writeFile(partial, `${JSON.stringify(heads, undefined, 2)}\n`);
  await rename(partial, file);
}

function parsed(text: string): Heads | undefined {
  try {
    const heads = JSON.parse(text) as unknown;
    if (typeof heads !== 'object' || heads === null || Array.isArray(heads)) return undefined;
    const isHead = (one: unknown) => {
      const { entry, hash } = (one ?? {}) as { readonly entry?: unknown; readonly hash?: unknown };
      return Number.isInteger(entry) && typeof hash === 'string';
    };
    return Object.values(heads).every(isHead) ? heads : undefined;
  } catch {
    return undefined;
  }
}
