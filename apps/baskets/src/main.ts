import { runProcess, serviceProcess } from '@nordgate/messaging/process';
import { basketsApp } from './baskets.app.js';

await runProcess(serviceProcess(basketsApp), process.env);
