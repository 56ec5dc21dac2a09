import { received, spec } from '@nordgate/decider/testing';
import { holdSamples } from '../testing/execution-commands.js';
import { holdExecution, holdStream, releaseExecution } from './hold-execution.js';
import { holdRows, stoppedTppRow } from './hold.rows.js';

const { command: hold } = holdSamples.HoldExecution[0];
const { command: release, after } = holdSamples.ReleaseExecution[0];
const { at } = hold.meta;

describe('holding an execution', () => {
  it('is decided once, and again after a release', () => {
    const { given } = spec(holdStream, holdExecution);
    const held = { type: 'ExecutionHeld', data: { ...hold.data, at } } as const;
    given().when(hold).then(held).again().thenNothing();
    given(...after, { ...held, type: 'ExecutionReleased' })
      .when(hold)
      .then(held);
  });

  it('ends by a release, which changes nothing where nothing is held', () => {
    const { given } = spec(holdStream, releaseExecution);
    const released = { type: 'ExecutionReleased', data: { ...release.data, at } } as const;
    given(...after)
      .when(release)
      .then(released)
      .again()
      .thenNothing();
    given().when(release).thenNothing();
  });

  it('writes the row that the runs look at', () => {
    expect(holdRows(hold).map(({ row }) => row)).toEqual([[hold.stream, true, at]]);
    expect(holdRows(release).map(({ row }) => row)).toEqual([[hold.stream, false, at]]);
  });
});

describe('a TPP that the operator stops', () => {
  const [stream, tppId] = ['tpp-stop-PSDNO-FSA-999900001', 'PSDNO-FSA-999900001'];
  const stopped = { type: 'TppStopped', data: { tppId, reason: 'fraud', at } } as const;

  it('is held until the end of the stop, or for good', () => {
    expect(stoppedTppRow(received(stream, stopped, 1)).row).toEqual([tppId, 1, true, null]);
    const until = { ...stopped, data: { ...stopped.data, until: '2030-03-05' } };
    expect(stoppedTppRow(received(stream, until, 3)).row).toEqual([tppId, 3, true, '2030-03-05']);
  });

  it('is held no longer after its release', () => {
    const released = { type: 'TppReleased', data: { at } } as const;
    expect(stoppedTppRow(received(stream, released, 2)).row).toEqual([tppId, 2, false, null]);
  });
});
