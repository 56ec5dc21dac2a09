import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Four more threads would collect young objects, and their coordination costs a busy server more than it saves. */
export function collectYoungInOneThread(): void {
  setFlagsFromString('--no-parallel-scavenge');
}

/**
 * V8 makes an object old at once where what was made at the same place before has lived long. The spans that a process keeps, or is about
 * to send, live for seconds and are made where all spans are, and where what a request needs for a moment is. Old objects are collected
 * seldom and at a cost (docs/adr/0053-processor-time-of-a-request.md).
 */
export function makeObjectsYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}

/** V8's own function: what it takes is in `src/extensions/gc-extension.cc` of V8. */
type CollectGarbage = (how: { readonly type: 'major'; readonly flavor: 'last-resort' }) => void;

/**
 * Gives back to the machine what only the start of a process needed. Loading some thousand modules leaves a heap that is twice as
 * large as what lives in it, and V8 gives nothing back before it has new objects to make room for: an idle process
 * would keep it for good. Takes about a tenth of a second, in which the process does nothing else.
 */
export function releaseStartMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as CollectGarbage;
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', flavor: 'last-resort' });
}
