import type { Database } from '@nordgate/event-store';
import { accountsAppIn } from './accounts.module.js';

const commandsIn = (environment: 'sandbox' | 'production') =>
  Object.keys(accountsAppIn(environment).commands?.deciders({} as Database) ?? {});

describe('the accounts service', () => {
  it('decides a reset in the sandbox', () => {
    expect(commandsIn('sandbox')).toContain('InitialiseSandbox');
  });

  it('decides every command in production but those of the sandbox', () => {
    const ofSandbox = commandsIn('sandbox').filter((type) => type.includes('Sandbox'));
    expect(ofSandbox).toContain('RegisterSandboxCustomer');
    const others = commandsIn('sandbox').filter((type) => !ofSandbox.includes(type));
    expect(commandsIn('production')).toEqual(others);
  });
});
