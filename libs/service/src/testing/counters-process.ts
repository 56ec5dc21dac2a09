import { createLog } from '@nordgate/telemetry';
import { serviceProcess } from '../host/process/service-process.js';
import { startProcess } from '../host/process/start-process.js';
import { supervise } from '../host/process/supervise.js';
import { MemoryBus } from '@nordgate/messaging';
import { countersApp } from './counting-services.js';
import { sharedBus } from './process-bus.js';

/**
 * The counters as a process of their own, with a bus of their own: `node counters-process.js`. With
 * an argument something goes wrong behind everybody's back once it is ready.
 */
const bus = new MemoryBus({ log: createLog({ app: 'counters', level: 'silent' }) });
const options = { env: process.env, openBus: sharedBus(bus) };
const start = () => startProcess(serviceProcess(countersApp), options);
await supervise({ name: countersApp.name, start });
if (process.argv[2] === 'stray') void Promise.reject(new Error('a stray error'));
