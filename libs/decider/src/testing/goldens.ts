import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import type { DomainEvent } from '../decider.js';
import { evolveAny } from '../stream-type.js';
import type { AnyStreamType } from '../stream-type.js';
import { upcast } from '../upcast.js';
import type { StoredForm } from '../upcast.js';
import type { Written } from './decide-by.js';

/** A stored event as some release wrote it, the goldens before it, and the state that they fold to. */
export interface Golden {
  readonly stored: StoredForm;
  readonly after: readonly string[];
  readonly state: unknown;
}

/** The golden files of a service, `<type>.v<version>.json`. */
export interface GoldenSet {
  readonly folder: string;
  readonly streams: readonly AnyStreamType[];
  /** What the deciders write today: at least one event of each type that is not `readOnly`. */
  readonly written: readonly Written[];
  /** Optional members that the deciders write today and that the golden of a type does not have. */
  readonly addedLater?: Readonly<Record<string, readonly string[]>>;
  /** Types that earlier releases have stored, and that no decider writes today. */
  readonly readOnly?: readonly string[];
}

/** One golden that must exist. */
export interface DeclaredGolden {
  readonly name: string;
  readonly type: string;
  readonly isNewest: boolean;
  readonly stream: AnyStreamType;
}

const nameOf = (type: string, version: number) => `${type}.v${String(version)}`;
const pathOf = ({ folder }: GoldenSet, name: string) => join(folder, `${name}.json`);

/** The names of the golden files that exist, sorted. */
export function storedGoldens({ folder }: GoldenSet): readonly string[] {
  return readdirSync(folder)
    .map((file) => file.replace(/\.json$/, ''))
    .sort();
}

/** The goldens that the streams declare: one per type and version. */
export function declaredGoldens({ streams }: GoldenSet): readonly DeclaredGolden[] {
  return streams.flatMap((stream) =>
    Object.entries(stream.events).flatMap(([type, { version }]) =>
      Array.from({ length: version }, (_, older) => ({
        name: nameOf(type, older + 1),
        type,
        isNewest: older + 1 === version,
        stream,
      })),
    ),
  );
}

/** Reads a golden file. Throws when the file does not exist. */
export function readGolden(set: GoldenSet, name: string): Golden {
  return JSON.parse(readFileSync(pathOf(set, name), 'utf8')) as Golden;
}

/** The state that a golden and the goldens before it fold to, in today's form. */
export function foldGolden(set: GoldenSet, stream: AnyStreamType, golden: Golden): unknown {
  const before = golden.after.map((name) => readGolden(set, name).stored);
  return foldAny(
    stream,
    [...before, golden.stored].map((stored) => upcast(stream, stored)),
  );
}

/**
 * The data that the deciders write today for an event type, without the members that came after its
 * golden. Undefined when no sample causes this type.
 */
export function writtenData({ written, addedLater }: GoldenSet, type: string): unknown {
  const found = written.find(({ event }) => event.type === type);
  if (found === undefined) return undefined;
  const isKnown = ([member]: [string, unknown]) => !addedLater?.[type]?.includes(member);
  return Object.fromEntries(Object.entries(found.event.data as object).filter(isKnown));
}

/** Types that are said to be read only, and that a sample writes. */
export function writtenAllTheSame({ written, readOnly = [] }: GoldenSet): readonly string[] {
  return readOnly.filter((type) => written.some(({ event }) => event.type === type));
}

/** Members of `addedLater` that no sample writes, as `Type.member`: then nothing shows that they are written. */
export function unwrittenMembers({ written, addedLater = {} }: GoldenSet): readonly string[] {
  return Object.entries(addedLater).flatMap(([type, members]) => {
    const events = written.map(({ event }) => event).filter((event) => event.type === type);
    const isWritten = (member: string) =>
      events.some(({ data }) => (data as Readonly<Record<string, unknown>>)[member] !== undefined);
    return members.filter((member) => !isWritten(member)).map((member) => `${type}.${member}`);
  });
}

/**
 * Writes the golden of each event type whose newest version has none, from the samples, and returns the
 * paths. An existing golden never changes. Throws when the history of a sample differs from the goldens
 * of its types, because then no list of goldens leads to its state.
 */
export function writeMissingGoldens(set: GoldenSet): readonly string[] {
  const missing = declaredGoldens(set).filter(
    ({ name, isNewest }) => isNewest && !existsSync(pathOf(set, name)),
  );
  return missing.map(({ name, type, stream }) => {
    const written = set.written.find(({ event }) => event.type === type);
    if (written === undefined) throw new Error(`no sample causes ${type}`);
    const golden = goldenOf(stream, written);
    if (!isDeepStrictEqual(foldGolden(set, stream, golden), golden.state)) {
      throw new Error(`the events before ${type} in its sample differ from their goldens`);
    }
    writeFileSync(pathOf(set, name), `${JSON.stringify(golden, null, 2)}\n`);
    return pathOf(set, name);
  });
}

function goldenOf(stream: AnyStreamType, { event, after }: Written): Golden {
  const newest = (type: string) => stream.events[type]?.version ?? 0;
  const schemaVersion = newest(event.type);
  return {
    stored: { type: event.type, schemaVersion, data: event.data },
    after: after.map(({ type }) => nameOf(type, newest(type))),
    state: foldAny(stream, [...after, event]),
  };
}

const foldAny = (stream: AnyStreamType, events: readonly DomainEvent[]): unknown =>
  events.reduce((state, event) => evolveAny(stream, state, event), stream.initial);
