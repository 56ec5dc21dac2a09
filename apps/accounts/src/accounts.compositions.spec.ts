import { createSecretKey } from 'node:crypto';
import { CONTROLLER_WATERMARK, MODULE_METADATA } from '@nestjs/common/constants.js';
import { PATTERN_METADATA } from '@nestjs/microservices/constants.js';
import type { ServiceDefinition } from '@nordgate/service';
import { accountsAppWith } from './accounts.module.js';
import { withCoreReports } from './follow-core/core-reports.consumers.js';
import { withConsole, withSandbox } from './sandbox/accounts.sandbox.js';

type Class = new (...args: never[]) => object;

/** What a module lists under a key, and what the modules below it list. */
function listed(key: 'controllers' | 'providers', module: Class): readonly unknown[] {
  const of = (name: string) => (Reflect.getMetadata(name, module) ?? []) as readonly unknown[];
  const below = of(MODULE_METADATA.IMPORTS).flatMap((one) => listed(key, one as Class));
  return [...below, ...of(key)];
}

/** The topics and consumer groups that a service reads, and its commands. */
function patternsOf({ module }: ServiceDefinition): readonly string[] {
  const controllers = listed('controllers', module as Class) as readonly Class[];
  for (const one of controllers) expect(Reflect.hasMetadata(CONTROLLER_WATERMARK, one)).toBe(true);
  return controllers
    .flatMap(({ prototype }) =>
      Object.getOwnPropertyNames(prototype).flatMap((method) => {
        const handler = (prototype as Record<string, unknown>)[method] as object;
        return (Reflect.getMetadata(PATTERN_METADATA, handler) ?? []) as readonly string[];
      }),
    )
    .sort();
}

const console = (app: ServiceDefinition) =>
  withConsole(app, {
    ...{ host: '127.0.0.1', port: 0, onListening: () => undefined },
    ids: { current: 'A', keys: { A: createSecretKey(Buffer.alloc(32)) } },
  });

/** Every part that can be added to the service, and every service to which it can be added. */
const parts = { withConsole: console, withCoreReports, withSandbox };
const bases = (['ledger', 'core'] as const).flatMap((executor) => [
  ['production', executor, accountsAppWith(executor)] as const,
  ['sandbox', executor, withSandbox(accountsAppWith(executor))] as const,
]);
const orders = [
  ['withConsole'],
  ['withCoreReports'],
  ['withSandbox'],
  ['withCoreReports', 'withSandbox', 'withConsole'],
  ['withConsole', 'withCoreReports'],
  ['withCoreReports', 'withConsole'],
] as const;

describe.each(bases)(
  'the accounts service of %s with executor %s',
  (_environment, executor, base) => {
    it.each(orders.map((order) => [order.join(', then '), order] as const))(
      'loses nothing %s',
      (_names, order) => {
        const whole = order.reduce((app, part) => parts[part](app), base);
        expect(patternsOf(whole)).toEqual(expect.arrayContaining([...patternsOf(base)]));
        const providers = listed('providers', whole.module as Class);
        const before = listed('providers', base.module as Class);
        expect(providers).toEqual(expect.arrayContaining([...before]));
        expect(whole.providers).toEqual(expect.arrayContaining([...(base.providers ?? [])]));
        expect(whole.migrations).toEqual(expect.arrayContaining([...base.migrations]));
      },
    );

    it('reads the topics of the core exactly when the core is the executor, with a console or without', () => {
      const groups = ['accounts.core-customers', 'accounts.core-entries'];
      for (const app of [base, console(base)]) {
        const read = patternsOf(app).join(' ');
        expect(groups.map((group) => read.includes(group))).toEqual(
          groups.map(() => executor === 'core'),
        );
      }
    });
  },
);
