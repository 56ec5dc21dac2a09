import { fold } from '@nordgate/decider';
import { spec } from '@nordgate/decider/testing';
import {
  aBasket,
  anInitiator,
  command,
  identified,
  inTime,
  opened,
  openedAt,
} from '../testing/an-authorisation.js';
import { authorisationStream } from './authorisation.js';
import { failedBecause } from './failures.js';
import { touchAuthorisation, touchOf } from './touch-authorisation.js';
import { stateWithRow, untouchedOf } from './untouched-authorisation.js';
import type { LinkedResource } from './untouched-authorisation.js';

const { given } = spec(authorisationStream, touchAuthorisation);
const touch = command('TouchAuthorisation', opened().data, inTime);

describe('touch an authorisation', () => {
  it('opens its stream with the link that its payment brought, once', () => {
    given().when(touch).then(opened()).again().thenNothing();
  });

  it('changes nothing once a PSU has logged in', () => {
    given(opened(), identified()).when(touch).thenNothing();
  });

  it('records the link of one that is void already', () => {
    given(failedBecause('joined-basket', openedAt)).when(touch).then(opened());
  });
});

describe('the command that touches an authorisation', () => {
  const { tokenHash } = opened().data;
  const aheadMs = 60_000;
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const received = {
    ...{ stream: 'basket-bas-1', version: 1, event: { type: 'BasketCreated', data: {} } },
    ...{ at: openedAt, aheadMs, traceparent },
  };
  const linked = { authorisation: { id: 'aut-1', tokenHash }, initiator: anInitiator() };
  const untouched = untouchedOf(received, aBasket as LinkedResource, linked, 10);

  it('is the one that the event of its basket causes', () => {
    expect(touchOf(untouched)).toMatchObject({
      id: 'basket-bas-1@1>authorisation-aut-1',
      stream: 'authorisation-aut-1',
      meta: {
        ...{ at: '2026-03-02T10:01:00.000Z', aheadMs, traceparent },
        actor: 'event:basket-bas-1',
      },
    });
  });

  it('leaves the state that the authorisation had before', () => {
    const none = fold(authorisationStream, []);
    const events = touchAuthorisation(touchOf(untouched) as never, none);
    expect(fold(authorisationStream, events as never)).toEqual(
      stateWithRow(none, untouched, undefined),
    );
  });
});
