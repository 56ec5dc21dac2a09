import { createSecretKey } from 'node:crypto';
import { MODULE_METADATA } from '@nestjs/common/constants.js';
import { PATTERN_METADATA } from '@nestjs/microservices/constants.js';
import { accountsAppWith } from '@nordgate/accounts/accounts.module';
import { withConsole, withSandbox } from '@nordgate/accounts/accounts.sandbox';
import { basketsApp, basketsAppWith } from '@nordgate/baskets/baskets.module';
import { batchAppWith } from '@nordgate/batch/batch.module';
import { defaultProfile } from '@nordgate/contracts/profile';
import { testApprovals } from '@nordgate/contracts/testing';
import { paymentsApp, paymentsAppWith } from '@nordgate/payments/payments.module';
import { scaApp } from '@nordgate/sca/sca.module';
import { sandboxScaApp } from '@nordgate/sca/sca.sandbox';
import type { ServiceDefinition } from '@nordgate/service';

type Class = new (...args: never[]) => object;

/** The classes that a module and the modules below it list as controllers. */
function controllersOf(module: Class): readonly Class[] {
  const listed = (key: string) => (Reflect.getMetadata(key, module) ?? []) as readonly Class[];
  const below = listed(MODULE_METADATA.IMPORTS).flatMap(controllersOf);
  return [...below, ...listed(MODULE_METADATA.CONTROLLERS)];
}

/** The groups of the methods that react to topics. */
function groupsOf({ module }: ServiceDefinition): readonly string[] {
  const patterns = controllersOf(module as Class).flatMap(({ prototype }) =>
    Object.getOwnPropertyNames(prototype).flatMap((method) => {
      const handler = (prototype as Record<string, unknown>)[method] as object;
      return (Reflect.getMetadata(PATTERN_METADATA, handler) ?? []) as readonly string[];
    }),
  );
  return patterns.flatMap((pattern) => pattern.split(' > ')[1] ?? []).sort();
}

const console = (app: ServiceDefinition) =>
  withConsole(app, {
    ...{ host: '127.0.0.1', port: 0, onListening: () => undefined },
    ids: { current: 'A', keys: { A: createSecretKey(Buffer.alloc(32)) } },
  });
const environments = ['sandbox', 'production'] as const;
const accounts = (['ledger', 'core'] as const).flatMap((executor) => {
  const app = accountsAppWith(executor);
  return [
    [`accounts, production, ${executor}`, app] as const,
    [`accounts, sandbox, ${executor}`, withSandbox(app)] as const,
    [`accounts, sandbox, ${executor}, with a console`, console(withSandbox(app))] as const,
  ];
});
const others = environments.flatMap((environment) => {
  const profile = defaultProfile(environment);
  return [
    [`payments, ${environment}`, paymentsAppWith(profile, testApprovals)] as const,
    [`baskets, ${environment}`, basketsAppWith(profile, testApprovals)] as const,
    [`batch, ${environment}`, batchAppWith(profile, testApprovals)] as const,
  ];
});

it.each([
  ...accounts,
  ...others,
  ['payments', paymentsApp] as const,
  ['baskets', basketsApp] as const,
  ['sca', scaApp] as const,
  ['sca, sandbox', sandboxScaApp] as const,
])('%s declares exactly the groups that its consumers have', (_name, app) => {
  expect([...(app.groups ?? [])].sort()).toEqual(groupsOf(app));
  expect(app.groups?.length).toBeGreaterThan(0);
});

it('a bank whose core executes declares one group more in batch', () => {
  const executorOf = (environment: (typeof environments)[number]) =>
    batchAppWith(defaultProfile(environment), testApprovals).groups?.includes(
      'batch.core-outcomes',
    );
  expect(environments.map(executorOf)).toEqual([false, true]);
});
