import { sandboxGatewayProcess } from '@nordgate/gateway/gateway.sandbox';
import { KafkaBus } from '@nordgate/messaging/kafka';
import { paymentsProcess } from '@nordgate/payments/payments.module';
import { startProcess, supervise } from '@nordgate/service/process';
import type { OpenBus } from '@nordgate/service/process';
import { bugVariable, busChanges } from './planted/in-app.js';
import type { BusBug } from './planted/in-app.js';

/** An app as in production except for its bus, which has a planted bug for the checker to catch. */
const { env } = process;
const change = busChanges[(env[bugVariable] ?? '') as BusBug];
const openBus: OpenBus = (options) => change(new KafkaBus(options));

const starts = {
  gateway: () => startProcess(sandboxGatewayProcess, { env, openBus }),
  payments: () => startProcess(paymentsProcess, { env, openBus }),
};

const name = process.argv[2] === 'gateway' ? 'gateway' : 'payments';
await supervise({ name, start: starts[name] });
