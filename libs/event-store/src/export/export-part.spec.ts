import { zstdCompressSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import type { StoredEvent } from '../write/stored-event.js';
import { DamagedPartError, partOf, placeIn, readPart } from './export-part.js';

const event: StoredEvent = {
  ...{
    id: '0b5d5f7e-0f0a-4f7e-8a55-6c1f1d2e3f40',
    streamId: 'tally-å',
    version: 3,
    type: 'Counted',
  },
  ...{ schemaVersion: 2, data: { by: 1 }, json: '{"by":1.0,  "text":"a\\nb"}' },
  meta: {
    ...{
      commandId: 'c-1',
      commandEvents: 2,
      actor: 'PSDNO-FSA-1',
      requestedAt: '2026-03-01T09:59:59Z',
    },
    ...{ aheadMs: 5, traceparent: '00-a-b-01', tracestate: 'x=1' },
  },
  ...{ at: '2026-03-01T23:59:59.999Z', tx: 2n ** 60n, position: 7n },
};
const head = { service: 'sca', number: 12, previous: 'ab'.repeat(32) };

describe('a part of an export', () => {
  it('has all that the store knows of an event: ids, order, times, command, actor and trace', async () => {
    const { name, bytes } = await partOf(head, [event, { ...event, version: 4 }]);
    const { events, sha256, ...read } = await readPart(name, bytes);
    expect(read).toEqual({ ...head, first: sha256, left: undefined });
    expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    const { id, streamId, version, type, schemaVersion, at, meta } = event;
    const own = { id, streamId, version, type, schemaVersion, at };
    const first = {
      ...own,
      ...meta,
      tx: String(event.tx),
      position: '7',
      data: { by: 1, text: 'a\nb' },
    };
    expect(events).toEqual([first, { ...first, version: 4 }]);
  });

  it('is named by service, day of its first event, number and hash', async () => {
    const { name, sha256 } = await partOf(head, [event]);
    expect(name).toBe(`sca/2026-03-01/0000000012-${sha256}.jsonl.zst`);
    const place = { service: 'sca', day: '2026-03-01', number: 12, sha256 };
    expect(placeIn(name)).toEqual({ ...place, first: sha256, isFirst: true });
    expect(placeIn('sca/2026-03-01/notes.txt')).toBeUndefined();
  });

  it('has another hash when the part before it is another one', async () => {
    const [one, other] = await Promise.all([
      partOf(head, [event]),
      partOf({ ...head, previous: null }, [event]),
    ]);
    expect(one.sha256).not.toBe(other.sha256);
  });

  it.each([
    ['another service', (name: string) => name.replace('sca/', 'batch/')],
    ['another number', (name: string) => name.replace('0000000012-', '0000000013-')],
  ])('is refused under the name of %s', async (_what, renamed) => {
    const { name, bytes } = await partOf(head, [event]);
    await expect(readPart(renamed(name), bytes)).rejects.toBeInstanceOf(DamagedPartError);
  });

  it('is refused with one changed, missing or added byte', async () => {
    const { name, bytes } = await partOf(head, [event]);
    const changed = Buffer.from(bytes);
    changed.writeUInt8((changed.readUInt8(20) + 1) % 256, 20);
    for (const other of [changed, bytes.subarray(1), Buffer.concat([bytes, Buffer.from('x')])]) {
      await expect(readPart(name, other)).rejects.toBeInstanceOf(DamagedPartError);
    }
  });

  it.each([
    ['is not compressed', Buffer.from('{"form":"nordgate-export-1"}\n')],
    ['has a later form', zstdCompressSync('{"form":"nordgate-export-2","service":"sca"}\n')],
    ['has a line that is not JSON', zstdCompressSync('{"form":"nordgate-export-1"}\n{"id":\n')],
  ])('is refused when it %s, whatever its name says', async (_what, bytes) => {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const name = `sca/2026-03-01/0000000001-${sha256}.jsonl.zst`;
    await expect(readPart(name, bytes)).rejects.toBeInstanceOf(DamagedPartError);
  });
});
