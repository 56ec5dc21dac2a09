import { createHash, randomBytes } from 'node:crypto';
import type { StoredEvent } from '../write/stored-event.js';
import { archiveFileOf, DamagedArchiveError, readArchiveFile } from './archive-file.js';
import type { WholeStream } from './archive-file.js';

const place = { service: 'payments', streamType: 'payment', month: '2025-09' };
const [key, day] = [randomBytes(32), '2026-11-29'];

const event: StoredEvent = {
  ...{ id: '0b5d5f7e-0f0a-4f7e-8a55-6c1f1d2e3f40', streamId: 'payment-"å\\', version: 1 },
  ...{ type: 'PaymentInitiated', schemaVersion: 2, data: { text: 'a\nb' } },
  meta: {
    ...{ commandId: 'c-1', commandEvents: 2, actor: 'PSDNO-FSA-1', aheadMs: 5 },
    ...{ requestedAt: '2025-09-01T09:59:59Z', traceparent: '00-a-b-01', tracestate: 'x=1' },
  },
  ...{ at: '2025-09-30T23:59:59.999Z', tx: 2n ** 60n, position: 7n },
};
const stream = (streamId: string): WholeStream => ({
  streamId,
  fingerprint: 'ab'.repeat(32),
  events: [1, 2].map((version) => ({ ...event, streamId, version })),
});
const streams = [stream('payment-"å\\'), stream('payment-b')];

describe('a file of the archive', () => {
  it('has all that the store knows of the events of each stream', async () => {
    const { name, bytes } = await archiveFileOf(place, streams, { key, day });
    const file = await readArchiveFile(name, bytes, key);
    expect(file.counts).toMatchObject({ streams: 2, events: 4 });
    expect(file.streamIds.map((id) => file.stream(id))).toEqual(streams);
    expect(() => file.stream('payment-c')).toThrow(DamagedArchiveError);
  });

  it('is named by service, type, month of the streams, day and the hash of its bytes', async () => {
    const { name, bytes } = await archiveFileOf(place, streams, { key, day });
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(name).toBe(`archive/payments/payment/2025-09/2026-11-29-${sha256}.jsonl.zst.aes`);
  });

  it('shows nothing of the streams without the key', async () => {
    const { name, bytes } = await archiveFileOf(place, streams, { key, day });
    expect(bytes.includes('payment-b')).toBe(false);
    await expect(readArchiveFile(name, bytes, randomBytes(32))).rejects.toThrow('key of its month');
  });

  it('is refused with other bytes, under another name, and in another month', async () => {
    const { name, bytes } = await archiveFileOf(place, streams, { key, day });
    const cut = bytes.subarray(0, -1);
    await expect(readArchiveFile(name, cut, key)).rejects.toThrow('has other bytes');
    await expect(readArchiveFile(`${name}.txt`, bytes, key)).rejects.toThrow('no name of a file');
    const moved = name.replace('2025-09', '2025-10');
    await expect(readArchiveFile(moved, bytes, key)).rejects.toThrow('key of its month');
  });
});
