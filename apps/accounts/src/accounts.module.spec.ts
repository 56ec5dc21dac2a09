import type { Database } from '@nordgate/event-store';
import { accountsAppIn } from './accounts.module.js';

const commandsIn = (environment: 'sandbox' | 'production') =>
  Object.keys(accountsAppIn(environment).commands?.deciders({} as Database) ?? {});

describe('the accounts service', () => {
  it('decides a reset in the sandbox', () => {
    expect(commandsIn('sandbox')).toContain('InitialiseSandbox');
  });

  it('decides every command but a reset in production', () => {
    const others = commandsIn('sandbox').filter((type) => type !== 'InitialiseSandbox');
    expect(commandsIn('production')).toEqual(others);
  });
});
