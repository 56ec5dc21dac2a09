export { addAccessLog } from './edge/access-log.js';
export { addAddressLimit, burstSeconds, addressKeyOf } from './edge/address-limit.js';
export type { AddressLimit } from './edge/address-limit.js';
export { addConnectionClose } from './edge/connection-guard.js';
export { addConnectionGuard, timeoutsOf } from './edge/connection-guard.js';
export type { ConnectionGuard, ServerLimits } from './edge/connection-guard.js';
export { InstanceCount } from './edge/instance-count.js';
export { followTls, handshakeTimeoutMs, readTls, tlsFilesOf } from './edge/mounted-tls.js';
export type { TlsFiles, TlsServer } from './edge/mounted-tls.js';
export { ProxyList } from './edge/proxy-list.js';
export { addUnreadableAnswers, answerUnreadable } from './edge/unreadable-request.js';
export type {
  UnreadableAnswers,
  UnreadableError,
  UnreadableReason,
  UnreadableRequest,
} from './edge/unreadable-request.js';
export { loggedRequestId } from './edge/access-log.js';
export { TokenBuckets } from './edge/token-buckets.js';
export { TopCounts, topCountsPoll } from './edge/top-counts.js';
