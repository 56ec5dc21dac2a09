import { GetWorld } from '@nordgate/contracts/queries';
import type { OpenOperations, ServiceDefinition } from '@nordgate/service';
import { accountsAppWith } from '../accounts.module.js';
import { sandboxAccountsWith } from './accounts.sandbox.js';

const tppId = 'PSDNO-FSA-1';

/** What the operator is told about the world of a TPP that is in generation 3, and which queries that takes. */
async function shown({ operations }: ServiceDefinition, name = 'ShowWorld') {
  const asked: unknown[] = [];
  const service = {
    ask: (query: unknown) => {
      asked.push(query);
      return Promise.resolve({ tpp: tppId, generation: 3 });
    },
  } as unknown as Parameters<OpenOperations>[0];
  const outcome = await operations?.(service)({ name, ...(name === 'ShowWorld' && { tppId }) });
  return { outcome, asked };
}

describe('ShowWorld', () => {
  it('is the generation of the TPP in a sandbox, also where a core has the accounts', async () => {
    for (const app of [sandboxAccountsWith(), sandboxAccountsWith('core')]) {
      expect(await shown(app)).toEqual({
        outcome: { tpp: tppId, generation: 3 },
        asked: [new GetWorld({ tpp: tppId })],
      });
    }
  });

  it('is generation 0 in production, where accounts has no worlds', async () => {
    expect(await shown(accountsAppWith())).toEqual({
      outcome: { tpp: tppId, generation: 0 },
      asked: [],
    });
  });

  it('leaves the other operations of accounts in a sandbox as they are', async () => {
    const { asked } = await shown(sandboxAccountsWith(), 'ListTppContacts');
    expect(asked).toHaveLength(1);
    expect(asked[0]).not.toBeInstanceOf(GetWorld);
  });
});
