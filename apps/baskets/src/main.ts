import { runProcess, serviceProcess } from '@nordgate/service/process';
import { basketsApp } from './baskets.app.js';

await runProcess(serviceProcess(basketsApp), process.env);
