/**
 * Where exports and the archive are kept outside the database: a folder, or a bucket of an object store. Names have slashes
 * between their parts. An object is written whole or not at all, and a writer may repeat it.
 */
export interface ObjectStore {
  /** Writes an object, in place of one with this name. Resolves when it would survive a crash of the store. */
  put(name: string, bytes: Buffer): Promise<void>;
  /** @throws ObjectMissingError when there is none */
  get(name: string): Promise<Buffer>;
  /** The names that begin with the prefix, in the order of their UTF-8 bytes. */
  list(prefix: string): Promise<readonly string[]>;
  /** Removes an object. Resolves also when there is none. A store that keeps versions keeps its bytes. */
  remove(name: string): Promise<void>;
}

/** There is no object with this name. */
export class ObjectMissingError extends Error {
  override readonly name = 'ObjectMissingError';

  constructor(readonly object: string) {
    super(`there is no object ${object}`);
  }
}
