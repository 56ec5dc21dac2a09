import { runProcess, serviceProcess } from '@nordgate/service/process';
import { basketsApp } from './baskets.module.js';

await runProcess(serviceProcess(basketsApp), process.env);
