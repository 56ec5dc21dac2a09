import { ObjectMissingError } from '../export/object-store.js';
import type { ObjectStore } from '../export/object-store.js';

/** What every object store does. `open` gives an empty one. */
export function objectStoreContract(open: () => Promise<ObjectStore>): void {
  let store: ObjectStore;
  beforeEach(async () => {
    store = await open();
  });

  it('returns the bytes that were put, of every length and value', async () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from([0, 255, 10]), Buffer.alloc(300_000, 'å')]) {
      await store.put('sca/2026-03-01/0000000001-a.jsonl.zst', bytes);
      expect((await store.get('sca/2026-03-01/0000000001-a.jsonl.zst')).equals(bytes)).toBe(true);
    }
  });

  it('keeps the last bytes of a name that is put twice', async () => {
    await store.put('sca/one', Buffer.from('first'));
    await store.put('sca/one', Buffer.from('second'));
    expect((await store.get('sca/one')).toString()).toBe('second');
    expect(await store.list('sca/')).toEqual(['sca/one']);
  });

  it('throws ObjectMissingError for a name that nobody has put', async () => {
    await expect(store.get('sca/none')).rejects.toBeInstanceOf(ObjectMissingError);
    await store.put('sca/none-of-these', Buffer.from('x'));
    await expect(store.get('sca/none')).rejects.toBeInstanceOf(ObjectMissingError);
  });

  it('removes an object, and an object that is not there', async () => {
    await store.put('sca/one', Buffer.from('x'));
    await store.put('sca/one-more', Buffer.from('x'));
    for (const name of ['sca/one', 'sca/one', 'sca/none', 'other/none']) await store.remove(name);
    expect(await store.list('')).toEqual(['sca/one-more']);
    await expect(store.get('sca/one')).rejects.toBeInstanceOf(ObjectMissingError);
  });

  it('lists the names with a prefix in order, and no others', async () => {
    const names = ['b/2026-03-02/2', 'b/2026-03-01/10', 'b/2026-03-01/9', 'ba/1', 'a/1'];
    for (const name of names) await store.put(name, Buffer.from(name));
    expect(await store.list('b/')).toEqual(['b/2026-03-01/10', 'b/2026-03-01/9', 'b/2026-03-02/2']);
    expect(await store.list('c/')).toEqual([]);
  });

  it('lists more names than a page of an answer has', async () => {
    const names = Array.from({ length: 1001 }, (_, n) => `many/${String(n).padStart(5, '0')}`);
    for (let at = 0; at < names.length; at += 50) {
      const some = names.slice(at, at + 50);
      await Promise.all(some.map((name) => store.put(name, Buffer.from('x'))));
    }
    expect(await store.list('many/')).toEqual(names);
  });
}
