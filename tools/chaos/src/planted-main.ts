import { gatewayProcess } from '@nordgate/gateway/gateway.process';
import { KafkaBus } from '@nordgate/messaging/kafka';
import { serviceProcess, startProcess, supervise } from '@nordgate/service/process';
import type { OpenBus } from '@nordgate/service/process';
import { paymentsApp } from '@nordgate/payments/payments.module';
import { bugVariable, tampers } from './planted/tampers.js';
import type { TamperName } from './planted/tampers.js';

/** An app as in production but for its bus, which has a bug: for the checker to find. */
const { env } = process;
const tamper = tampers[(env[bugVariable] ?? '') as TamperName];
const openBus: OpenBus = (options) => tamper(new KafkaBus(options));

const starts = {
  gateway: () => startProcess(gatewayProcess, { env, openBus }),
  payments: () => startProcess(serviceProcess(paymentsApp), { env, openBus }),
};

const name = process.argv[2] === 'gateway' ? 'gateway' : 'payments';
await supervise({ name, start: starts[name] });
