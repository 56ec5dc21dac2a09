import { runEventRestore } from '@nordgate/service/process';
import { scaApp } from './sca.module.js';

await runEventRestore(scaApp, process.env);
