import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { objectSchema } from '@nordgate/contracts/fields';
import type { BodyClass, JsonSchema } from '@nordgate/contracts/fields';

const root = join(import.meta.dirname, '..');
const host = 'libs/service/src/host';

/** Every class of settings: the heading of the configuration page that has its variables, its file and its name. */
export const settingsPlaces = [
  ['', 'apps/standalone/src/config.ts', 'BankConfig'],
  ['Every process', `${host}/settings/process-settings.ts`, 'ProcessSettings'],
  ['Kafka', `${host}/settings/process-settings.ts`, 'KafkaConnectionSettings'],
  ['A service', `${host}/settings/process-settings.ts`, 'ServiceSettings'],
  [
    'The migration and the restore of a database',
    `${host}/settings/process-settings.ts`,
    'DatabaseProgramSettings',
  ],
  ['Services that act on approvals', `${host}/settings/process-settings.ts`, 'ApprovalSettings'],
  ['The gateway', 'apps/gateway/src/gateway.settings.ts', 'GatewayProcessSettings'],
  ['The limits of the gateway', 'apps/gateway/src/gateway.settings.ts', 'EdgeSettings'],
  ['Registers of TPPs', `${host}/trust/open-register.ts`, 'TppTrustSettings'],
  ["The operator's command", 'apps/operator/src/operator-settings.ts', 'OperatorSettings'],
  ['Notices by mail', 'apps/operator/src/mail.ts', 'MailSettings'],
  ['The command restore offsets', 'apps/operator/src/offset-commands.ts', 'OffsetSettings'],
  ["The core's books", 'apps/accounts/src/read-core/core-service.source.ts', 'CoreReadSettings'],
  ['The accounts service', 'apps/accounts/src/accounts.module.ts', 'AccountsProcessSettings'],
  [
    'The console of a sandbox',
    'apps/accounts/src/sandbox/console/console.process.ts',
    'ConsoleProcessSettings',
  ],
  ['The payments service', 'apps/payments/src/payments.module.ts', 'PaymentsProcessSettings'],
  ['The baskets service', 'apps/baskets/src/baskets.module.ts', 'BasketsProcessSettings'],
  ['The batch service', 'apps/batch/src/batch.module.ts', 'BatchProcessSettings'],
  ['The SCA service', 'apps/sca/src/sca.process.ts', 'ScaProcessSettings'],
] as const;

/** A variable as its class describes it. */
export interface DescribedVariable {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

/** The variables that a class of settings adds to those of its base class. */
export async function variablesOf(path: string, className: string): Promise<DescribedVariable[]> {
  const module = (await import(pathToFileURL(join(root, path)).href)) as Readonly<
    Record<string, BodyClass>
  >;
  const type = module[className] ?? addedBy(module['withTppTrust']);
  const { properties = {}, required = [] } = objectSchema(type);
  const inherited = new Set(namesOfBase(type));
  return Object.entries(properties)
    .filter(([name]) => !inherited.has(name))
    .map(([name, schema]) => ({ name, schema, isRequired: required.includes(name) }));
}

/** A function adds the variables of the register of TPPs to a class. */
function addedBy(add: unknown): BodyClass {
  return (add as (base: BodyClass) => BodyClass)(class {});
}

/** The prototype of a class without a base class is a function that makes nothing. */
function namesOfBase(type: BodyClass): readonly string[] {
  const base = Object.getPrototypeOf(type) as { readonly prototype?: object };
  return base.prototype === undefined ? [] : Object.keys(new (base as BodyClass)());
}
