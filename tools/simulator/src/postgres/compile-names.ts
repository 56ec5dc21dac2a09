import type { StatementStorage } from './storage.port.js';

/** What a compiler asks of a storage: what names mean. */
export type Names = Pick<StatementStorage, 'table' | 'view' | 'routine' | 'systemView'>;

/**
 * Compiles something with the names of a storage, and forgets the storage afterwards. What is compiled serves all clusters
 * with the same catalog, and whatever it refers to stays in memory: with a storage, that is the cluster which came first.
 */
export function withNames<T>(storage: StatementStorage, compile: (names: Names) => T): T {
  // The functions share an object: if one of them referred to the parameter, all that is compiled would keep it.
  const open: { storage?: StatementStorage } = { storage };
  try {
    return compile({
      table: (schema, name) => storageOf(open).table(schema, name),
      view: (schema, name) => storageOf(open).view(schema, name),
      routine: (schema, name, parameters) => storageOf(open).routine(schema, name, parameters),
      systemView: (name) => storageOf(open).systemView(name),
    });
  } finally {
    delete open.storage;
  }
}

function storageOf({ storage }: { readonly storage?: StatementStorage }): StatementStorage {
  if (storage === undefined)
    throw new Error('names are looked up while something is compiled only');
  return storage;
}
