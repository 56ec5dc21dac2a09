import { createLog } from '@nordgate/telemetry';
import { serviceProcess } from '../host/process/process-definition.js';
import { supervise } from '../host/process/run-process.js';
import { startProcess } from '../host/process/start-process.js';
import { MemoryBus } from '@nordgate/messaging';
import { countersApp } from './counting-services.js';
import { sharedBus } from './process-bus.js';

/**
 * The counters as a process with its own bus: `node counters-process.js`. With the argument `stray` a
 * promise is rejected without a handler when the process is ready.
 */
const bus = new MemoryBus({ log: createLog({ app: 'counters', level: 'silent' }) });
const options = { env: process.env, openBus: sharedBus(bus) };
const start = () => startProcess(serviceProcess(countersApp), options);
await supervise({ name: countersApp.name, start });
if (process.argv[2] === 'stray') void Promise.reject(new Error('a stray error'));
