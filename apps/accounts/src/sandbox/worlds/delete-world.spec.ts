import { spec } from '@nordgate/decider/testing';
import { worldStream } from '../../domain/world.js';
import { deleteWorld } from './initialise-world.js';
import type { DeleteWorld } from './initialise-world.js';

const at = '2026-03-02T10:00:00.000Z';
const tpp = 'PSDNO-FSA-1';
const initialised = (generation: number) =>
  ({ type: 'WorldInitialised', data: { generation, tpp, at } }) as const;
const deleted = { type: 'WorldDeleted', data: { generation: 7, tpp, at } } as const;
const ofSeven: DeleteWorld = {
  ...{ type: 'DeleteWorld', id: 'a-deletion', stream: `world-${tpp}`, data: { generation: 7 } },
  meta: { at, actor: 'system:accounts' },
};
const { given } = spec(worldStream, deleteWorld);

describe('DeleteWorld', () => {
  it('deletes a world that nobody uses', () =>
    void given(initialised(7)).when(ofSeven).then(deleted));

  it('deletes a world once', () => void given(initialised(7), deleted).when(ofSeven).thenNothing());

  it('leaves a world that was reset meanwhile', () =>
    void given(initialised(7), initialised(8)).when(ofSeven).thenNothing());

  it('leaves a world that began again meanwhile', () =>
    void given(initialised(7), deleted, initialised(8)).when(ofSeven).thenNothing());
});
