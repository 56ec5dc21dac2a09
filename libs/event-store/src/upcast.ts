import type { DomainEvent } from './decider.js';
import type { StoredEvent } from './stored-event.js';
import type { AnyStreamType } from './stream-type.js';

/** An event as it was stored, perhaps by an older release. */
export interface StoredForm {
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: unknown;
}

/**
 * Lifts a stored event to the form that this release folds. Pure.
 * Throws for an event type or version that this release does not know: skipping it would fold a lie.
 */
export function upcast(streamType: AnyStreamType, stored: StoredForm): DomainEvent {
  const { type, schemaVersion } = stored;
  const known = Object.hasOwn(streamType.events, type) ? streamType.events[type] : undefined;
  if (!known) throw new Error(`${streamType.name} streams have no event ${type}`);
  if (schemaVersion < 1 || schemaVersion > known.version) {
    throw new Error(
      `${type} is stored in version ${schemaVersion}; this release knows 1 to ${known.version}`,
    );
  }
  let data = stored.data;
  for (let version = schemaVersion; version < known.version; version += 1) {
    const lift = known.upcasts?.[version - 1] as ((data: unknown) => unknown) | undefined;
    if (!lift) throw new Error(`${type} has no upcast from version ${version}`);
    data = lift(data);
  }
  return { type, data };
}

/** The same for a stored event as a whole. */
export function upcastStored(streamType: AnyStreamType, stored: StoredEvent): StoredEvent {
  const { data } = upcast(streamType, stored);
  const schemaVersion = streamType.events[stored.type]?.version ?? stored.schemaVersion;
  return { ...stored, schemaVersion, data };
}
