import type { AppendWrite } from './append-write.js';
import type { Claim } from '@nordgate/decider';
import { UnstorableError } from './unstorable-error.js';

/** The statement behind every append; prepared once per connection. */
export const appendStatement = {
  name: 'es.append_slice',
  text: `select stream_id, reason, scope, key, holder from es.append_slice(
    $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)`,
};

/** The same for messages of which nobody asked whether their keys are parked. */
export const appendUnaskedStatement = {
  name: 'es.append_unasked',
  text: `select stream_id, reason, scope, key, holder from es.append_unasked(
    $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)`,
};

/** The arrays of `es.append_slice`: columns of streams, events, claims and inbox ids. */
export function appendParameters({ consumer, streams, inbox }: AppendWrite): unknown[] {
  const index = new Map(streams.map(({ streamId }, at) => [streamId, at + 1]));
  if (index.size !== streams.length) throw new Error('a stream comes twice in one append');
  const events = streams.flatMap(({ events, expected }, at) =>
    events.map((event, nth) => ({ ...event, stream: at + 1, version: expected + nth + 1 })),
  );
  const claims = (of: 'take' | 'release'): { stream: number; claim: Claim }[] =>
    streams.flatMap((stream, at) => stream[of].map((claim) => ({ stream: at + 1, claim })));
  const [take, release] = [claims('take'), claims('release')];
  return [
    consumer,
    streams.map(({ streamId }) => streamId),
    streams.map(({ streamType }) => streamType),
    streams.map(({ expected }) => expected),
    streams.map(({ expected, events }) => expected + events.length),
    streams.map(({ stateVersion }) => stateVersion),
    jsonColumn(streams.map(({ state }) => state)),
    streams.map(({ group }) => group),
    events.map(({ stream }) => stream),
    events.map(({ version }) => version),
    events.map(({ type }) => type),
    events.map(({ schemaVersion }) => schemaVersion),
    jsonColumn(events.map(({ data }) => data)),
    jsonColumn(events.map(({ meta }) => meta)),
    ...claimColumns(take),
    ...claimColumns(release),
    inbox.map(({ streamId }) => index.get(streamId)),
    inbox.map(({ messageId }) => messageId),
  ];
}

function claimColumns(claims: readonly { stream: number; claim: Claim }[]): unknown[] {
  return [
    claims.map(({ stream }) => stream),
    claims.map(({ claim }) => claim.scope),
    claims.map(({ claim }) => claim.key),
  ];
}

/** All values of a column as one JSON array. Throws UnstorableError for what has no JSON form. */
function jsonColumn(values: readonly unknown[]): string {
  if (values.includes(undefined)) throw new UnstorableError('undefined has no JSON form');
  try {
    return JSON.stringify(values);
  } catch (cause) {
    throw new UnstorableError('a value has no JSON form', { cause });
  }
}
