import { ObjectMissingError } from '../export/object-store.js';
import type { ObjectStore } from '../export/object-store.js';

/** Objects in memory, of which a test may take one away or change it. */
export class MemoryStore implements ObjectStore {
  readonly objects = new Map<string, Buffer>();

  put(name: string, bytes: Buffer): Promise<void> {
    this.objects.set(name, bytes);
    return Promise.resolve();
  }

  get(name: string): Promise<Buffer> {
    const bytes = this.objects.get(name);
    return bytes ? Promise.resolve(bytes) : Promise.reject(new ObjectMissingError(name));
  }

  remove(name: string): Promise<void> {
    this.objects.delete(name);
    return Promise.resolve();
  }

  list(prefix: string): Promise<readonly string[]> {
    return Promise.resolve([...this.objects.keys()].filter((one) => one.startsWith(prefix)).sort());
  }

  /** The name of the object of an exported part; empty without one. */
  nameOf(part: number): string {
    const number = `/${String(part).padStart(10, '0')}-`;
    return [...this.objects.keys()].find((name) => name.includes(number)) ?? '';
  }
}
