import type { DomainEvent } from './decider.js';
import type { AnyStreamType, EventVersions } from './stream-type.js';

/** A stored event; an older release may have written it, or the next one. */
export interface StoredForm {
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: unknown;
}

/**
 * Lifts a stored event to the form that this release folds, or lowers it from the form of the next release
 * where this release knows how. Pure. Throws for an event type or version
 * that this release does not know: a fold that skips an event has a wrong state.
 */
export function upcast(streamType: AnyStreamType, stored: StoredForm): DomainEvent {
  const { version: current, upcasts, downcasts } = formsOf(streamType, stored);
  const { type, schemaVersion } = stored;
  let data = stored.data;
  for (let version = schemaVersion; version < current; version += 1) {
    const lift = upcasts?.[version - 1] as ((data: unknown) => unknown) | undefined;
    if (!lift) throw new Error(`${type} has no upcast from version ${version}`);
    data = lift(data);
  }
  for (let version = schemaVersion; version > current; version -= 1) {
    const lower = downcasts?.[version - current - 1] as ((data: unknown) => unknown) | undefined;
    data = lower?.(data);
  }
  return { type, data };
}

/**
 * How this release stores events of this type. Throws for an event type or version that this release
 * does not know.
 */
export function formsOf(
  streamType: AnyStreamType,
  { type, schemaVersion }: Pick<StoredForm, 'type' | 'schemaVersion'>,
): EventVersions {
  const known = Object.hasOwn(streamType.events, type) ? streamType.events[type] : undefined;
  if (!known) throw new Error(`${streamType.name} streams have no event ${type}`);
  const newest = known.version + (known.downcasts?.length ?? 0);
  if (schemaVersion < 1 || schemaVersion > newest) {
    throw new Error(
      `${type} is stored in version ${schemaVersion}; this release knows 1 to ${newest}`,
    );
  }
  return known;
}
