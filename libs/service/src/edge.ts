export { addAddressLimit, burstSeconds } from './edge/address-limit.js';
export type { AddressLimit } from './edge/address-limit.js';
export { addressKeyOf } from './edge/address-key.js';
export { addConnectionGuard, timeoutsOf } from './edge/connection-guard.js';
export type { ConnectionGuard, ServerLimits } from './edge/connection-guard.js';
export { followTls, handshakeTimeoutMs, readTls, tlsFilesOf } from './edge/mounted-tls.js';
export type { TlsFiles, TlsServer } from './edge/mounted-tls.js';
export { ProxyList } from './edge/proxy-list.js';
export { TokenBuckets } from './edge/token-buckets.js';
