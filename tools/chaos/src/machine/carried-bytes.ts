import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LinkState } from './link-condition.js';

interface CarryOptions {
  readonly from: Socket;
  readonly to: Socket;
  readonly link: LinkState;
  /** Whether these are answers, which a link may reset. */
  readonly isAnswer: boolean;
  /** Whether the link has forgotten the connection: nothing of it arrives any more. */
  readonly isForgotten: () => boolean;
  /** Resets both ends. */
  readonly reset: () => void;
}

interface Piece {
  /** Absent: the sender has ended its side. */
  readonly bytes?: Buffer;
  /** `performance.now()` when the proxy had it. */
  readonly at: number;
}

/** A sender waits when so many bytes are on the way, as it does for the window of TCP. */
const onTheWayMax = 1024 * 1024;
const throttledEveryMs = 100;

/** Carries what one end of a connection sends to the other end, through the link. Errors of the sockets go to their listeners. */
export function carry(options: CarryOptions): void {
  const { from } = options;
  const pieces: Piece[] = [];
  let onTheWay = 0;
  let isCarrying = false;
  const carryAll = async () => {
    if (isCarrying) return;
    isCarrying = true;
    for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) {
      await carryPiece(piece, options);
      onTheWay -= piece.bytes?.length ?? 0;
      if (onTheWay < onTheWayMax) from.resume();
    }
    isCarrying = false;
  };
  const take = (piece: Piece) => {
    pieces.push(piece);
    onTheWay += piece.bytes?.length ?? 0;
    if (onTheWay >= onTheWayMax) from.pause();
    void carryAll();
  };
  from.on('data', (bytes: Buffer) => take({ bytes, at: performance.now() }));
  from.on('end', () => take({ at: performance.now() }));
}

async function carryPiece({ bytes, at }: Piece, options: CarryOptions): Promise<void> {
  const { to, link, isAnswer, isForgotten, reset } = options;
  const { latencyMs = 0 } = link.condition;
  const untilDue = at + latencyMs - performance.now();
  if (untilDue > 0) await sleep(untilDue);
  await link.carries();
  if (isForgotten() || to.destroyed) return;
  if (bytes === undefined) return void to.end();
  if (isAnswer && link.condition.resetsAnswer?.() === true) {
    await new Promise<void>((done) => {
      to.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => done());
    });
    return reset();
  }
  await writeThrottled(bytes, to, link);
}

async function writeThrottled(bytes: Buffer, to: Socket, link: LinkState): Promise<void> {
  for (let rest = bytes; rest.length > 0;) {
    const { bytesPerSecond } = link.condition;
    const count =
      bytesPerSecond === undefined
        ? rest.length
        : Math.ceil((bytesPerSecond * throttledEveryMs) / 1000);
    await written(rest.subarray(0, count), to);
    rest = rest.subarray(count);
    if (bytesPerSecond !== undefined) await sleep(throttledEveryMs);
  }
}

/** Resolves when the socket takes more, or has ended. */
async function written(bytes: Buffer, to: Socket): Promise<void> {
  if (to.destroyed || !to.writable || to.write(bytes)) return;
  await new Promise<void>((done) => {
    to.once('drain', done).once('close', done);
  });
}
