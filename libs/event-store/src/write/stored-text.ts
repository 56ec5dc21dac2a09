import { wholeMeta } from './short-meta.js';
import type { ShortMeta } from './short-meta.js';
import { toStoredEvent } from './stored-event.js';
import type { EventMeta, EventRow, StoredEvent } from './stored-event.js';

/** A row of es.event with its data as text, and with its metadata as it is stored. */
export type EventTextRow = Omit<EventRow, 'data' | 'meta'> & {
  readonly json: string;
  readonly meta: EventMeta | ShortMeta;
};

/** Reads such a row. `data` is parsed at the first access: a reader that passes it on uses the text. */
export function toStoredText(row: EventTextRow): StoredEvent {
  const { json } = row;
  let parsed: { readonly data: unknown } | undefined;
  const data = () => (parsed ??= { data: JSON.parse(json) as unknown }).data;
  const meta = wholeMeta(row.stream_id, row.meta, data);
  return {
    ...toStoredEvent({ ...row, data: undefined, meta }),
    json,
    get data() {
      return data();
    },
  };
}
