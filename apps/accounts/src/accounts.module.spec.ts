import type { Database } from '@nordgate/event-store';
import type { ServiceDefinition } from '@nordgate/service';
import { faultsOf } from '@nordgate/service/process';
import { accountsAppWith, accountsProcess } from './accounts.module.js';
import { sandboxAccountsApp } from './sandbox/accounts.sandbox.js';

const commandsOf = (app: ServiceDefinition) =>
  Object.keys(app.commands?.deciders({} as Database) ?? {});
const ofProduction = commandsOf(accountsAppWith());
const ofSandbox = commandsOf(sandboxAccountsApp);

describe('the accounts service', () => {
  it('decides a reset in the sandbox', () => {
    expect(ofSandbox).toContain('InitialiseWorld');
  });

  it('decides every command in production but those of the sandbox', () => {
    const added = ofSandbox.filter((type) => /Sandbox|World/u.test(type));
    expect(added).toContain('RegisterSandboxCustomer');
    expect(ofSandbox).toEqual([...ofProduction, ...added]);
    expect(ofProduction.filter((type) => added.includes(type))).toEqual([]);
  });

  it('does not start in production with a console', async () => {
    const env = { NORDGATE_ENVIRONMENT: 'production', CONSOLE_PORT: '8083' };
    const files = { KAFKA_BROKERS: 'kafka:9092', NORDGATE_SECRETS_DIR: '/nowhere' };
    const faults = await faultsOf(accountsProcess, { ...env, ...files });
    expect(faults).toContain('CONSOLE_PORT: production has no console');
  });
});
