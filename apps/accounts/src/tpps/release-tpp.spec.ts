import { spec } from '@nordgate/decider/testing';
import { tppStopStream } from './tpp-stop.js';
import { releaseTpp } from './stop-tpp.js';
import type { ReleaseTpp } from './stop-tpp.js';

const at = '2026-11-20T10:00:00.000Z';
const tppId = 'PSDNO-FSA-123456789';
const aRelease: ReleaseTpp = {
  type: 'ReleaseTpp',
  id: 'a-release',
  stream: `tpp-stop-${tppId}`,
  data: {},
  meta: { at, actor: 'operator' },
};
const stopped = { type: 'TppStopped', data: { tppId, reason: 'a reason', at } } as const;
const released = { type: 'TppReleased', data: { at } } as const;
const { given } = spec(tppStopStream, releaseTpp);

describe('release TPP', () => {
  it('lets a stopped one in, once', () =>
    void given(stopped).when(aRelease).then(released).again().thenNothing());

  it('does nothing for one that never was stopped', () =>
    void given().when(aRelease).thenNothing());

  it('does nothing for one that was released already', () =>
    void given(stopped, released).when(aRelease).thenNothing());
});
