import type { DomainEvent } from './decider.js';
import type { AnyStreamType, EventVersions } from './stream-type.js';

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
  const { version: today, upcasts } = formsOf(streamType, stored);
  const { type, schemaVersion } = stored;
  let data = stored.data;
  for (let version = schemaVersion; version < today; version += 1) {
    const lift = upcasts?.[version - 1] as ((data: unknown) => unknown) | undefined;
    if (!lift) throw new Error(`${type} has no upcast from version ${version}`);
    data = lift(data);
  }
  return { type, data };
}

/** How events of this type are stored. Throws when this release does not know the stored form. */
export function formsOf(
  streamType: AnyStreamType,
  { type, schemaVersion }: Pick<StoredForm, 'type' | 'schemaVersion'>,
): EventVersions {
  const known = Object.hasOwn(streamType.events, type) ? streamType.events[type] : undefined;
  if (!known) throw new Error(`${streamType.name} streams have no event ${type}`);
  if (schemaVersion < 1 || schemaVersion > known.version) {
    throw new Error(
      `${type} is stored in version ${schemaVersion}; this release knows 1 to ${known.version}`,
    );
  }
  return known;
}
