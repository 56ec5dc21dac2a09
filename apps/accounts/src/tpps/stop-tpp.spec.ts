import { spec } from '@nordgate/decider/testing';
import { daysLater } from '@nordgate/contracts/rules';
import { edgesAtClockChanges } from '@nordgate/testing';
import { tppStopStream } from './tpp-stop.js';
import { stopTpp } from './stop-tpp.js';
import type { StopTpp } from './stop-tpp.js';

const at = '2026-11-20T10:00:00.000Z';
const tppId = 'PSDNO-FSA-123456789';

function aStop(change: Partial<StopTpp['data']> = {}): StopTpp {
  return {
    type: 'StopTpp',
    id: 'a-stop',
    stream: `tpp-stop-${tppId}`,
    data: { tppId, until: '2027-01-31', reason: 'too many requests', ...change },
    meta: { at, actor: 'operator' },
  };
}
const forEver = { tppId, reason: 'too many requests' };
const stopped = { type: 'TppStopped', data: { ...aStop().data, at } } as const;
const released = { type: 'TppReleased', data: { at } } as const;
const { given } = spec(tppStopStream, stopTpp);

describe('stop TPP', () => {
  it('stops one until a day, once', () =>
    void given().when(aStop()).then(stopped).again().thenNothing());

  it('stops one without an end', () =>
    void given()
      .when({ ...aStop(), data: forEver })
      .then({ type: 'TppStopped', data: { ...forEver, at } })
      .again()
      .thenNothing());

  it('stops one again that was released', () =>
    void given(stopped, released).when(aStop()).then(stopped));

  it('changes the end of a stop', () => {
    const longer = aStop({ until: '2027-06-30' });
    given(stopped)
      .when(longer)
      .then({ type: 'TppStopped', data: { ...longer.data, at } })
      .again()
      .thenNothing();
  });

  it.each(edgesAtClockChanges(2027).map((edge) => [edge.day, edge.time, edge.at] as const))(
    'may end on the day in Oslo, not the day before, when the clocks change: %s at %s',
    (day, _time, now) => {
      const meta = { at: now.toISOString(), actor: 'operator' };
      const until = (last: string) => ({ ...aStop({ until: last }), meta });
      given()
        .when(until(day))
        .then({ type: 'TppStopped', data: { ...until(day).data, at: meta.at } });
      given()
        .when(until(daysLater(day, -1)))
        .thenRejected('FORMAT_ERROR', '/until');
    },
  );

  it('may end today, not yesterday', () => {
    const today = aStop({ until: '2026-11-20' });
    given()
      .when(today)
      .then({ type: 'TppStopped', data: { ...today.data, at } });
    given()
      .when(aStop({ until: '2026-11-19' }))
      .thenRejected('FORMAT_ERROR', '/until');
  });
});
