import { runEventRestore } from '@nordgate/service/process';
import { basketsApp } from './baskets.module.js';

await runEventRestore(basketsApp, process.env);
