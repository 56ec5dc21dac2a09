export { AppProcess } from './cluster/app-process.js';
export type { AppName } from './cluster/app-process.js';
export { Cluster } from './cluster/cluster.js';
