import type { IncomingMessage } from 'node:http';

/** Why a body could not be read: it is too large, it comes too slowly, or its connection ended. */
export type BodyFault = 'too-large' | 'too-slow' | 'cut-short';

/** Receives the bytes of a body, or why there are none. */
export type TakeBody = (fault: BodyFault | undefined, bytes?: Buffer) => void;

/** How large a body may be, and how fast it has to come (RequestLimits). */
export interface BodyBounds {
  readonly bytesMax: number;
  readonly windowMs: number;
  readonly bytesPerWindowMin: number;
}

const firstBytes = 4096;

/**
 * Reads the body of a request into one buffer. The memory is bounded by `bytesMax`, however small the
 * parts are in which the body arrives: parts are copied and not kept. Calls `take` once.
 */
export function readBody(request: IncomingMessage, bounds: BodyBounds, take: TakeBody): void {
  // A connection that ended while the signature was checked has no event left.
  if (request.destroyed) return take('cut-short');
  const { bytesMax, windowMs, bytesPerWindowMin } = bounds;
  const declared = Number(request.headers['content-length'] ?? firstBytes);
  let bytes: Buffer = Buffer.allocUnsafe(Math.min(declared, bytesMax));
  let length = 0;
  let windowStart = 0;
  let window: NodeJS.Timeout | undefined;
  let isSettled = false;
  const settle: TakeBody = (fault, whole) => {
    isSettled = true;
    clearTimeout(window);
    request.off('data', onData).off('end', onEnd).off('close', onClose);
    take(fault, whole);
  };
  const onData = (part: Buffer) => {
    const needed = length + part.length;
    if (needed > bytesMax) return settle('too-large');
    if (needed > bytes.length) bytes = grown(bytes, Math.min(needed * 2, bytesMax));
    part.copy(bytes, length);
    length = needed;
  };
  const onEnd = () => settle(undefined, bytes.subarray(0, length));
  const onClose = () => settle('cut-short');
  const endWindow = () => {
    if (isSettled) return;
    if (length - windowStart < bytesPerWindowMin) return settle('too-slow');
    windowStart = length;
    beginWindow();
  };
  // What arrived while the event loop was busy is read first.
  const beginWindow = () => {
    window = setTimeout(() => setImmediate(endWindow), windowMs).unref();
  };
  // Without a listener an aborted request would end the process.
  request.on('error', () => undefined);
  request.on('data', onData).on('end', onEnd).on('close', onClose);
  beginWindow();
}

function grown(bytes: Buffer, size: number): Buffer {
  const larger = Buffer.allocUnsafe(size);
  bytes.copy(larger);
  return larger;
}
