import type { Dispatcher } from 'undici';

/** An answer that has come to its end. */
export interface WholeAnswer {
  readonly statusCode: number;
  readonly body: Buffer;
}

/**
 * Sends a request and reads its answer into memory, within so many milliseconds from end to end. As
 * undici's `request`, without a stream and an abort signal per answer: of what a question costs that
 * was a good part. Rejects with undici's error while nothing has come, and with one that has no
 * `code` when an answer broke off or did not come in time.
 */
export function wholeAnswer(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  limitMs: number,
): Promise<WholeAnswer> {
  const answer = new ArrivingAnswer(limitMs);
  dispatcher.dispatch(request, answer);
  return answer.whole;
}

class ArrivingAnswer implements Dispatcher.DispatchHandler {
  readonly whole: Promise<WholeAnswer>;
  private readonly settle = Promise.withResolvers<WholeAnswer>();
  private readonly chunks: Buffer[] = [];
  private readonly timer: NodeJS.Timeout;
  private controller: Dispatcher.DispatchController | undefined;
  private statusCode = 0;
  private late: Error | undefined;

  constructor(limitMs: number) {
    this.whole = this.settle.promise;
    this.timer = setTimeout(() => this.giveUp(limitMs), limitMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    // It waited for a connection for so long that nobody wants the answer any more.
    if (this.late !== undefined) controller.abort(this.late);
  }

  onResponseStart(_controller: Dispatcher.DispatchController, statusCode: number): void {
    this.statusCode = statusCode;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.chunks.push(chunk);
  }

  onResponseEnd(): void {
    clearTimeout(this.timer);
    const { statusCode, chunks } = this;
    this.settle.resolve({ statusCode, body: Buffer.concat(chunks) });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    clearTimeout(this.timer);
    const begun = this.statusCode !== 0;
    this.settle.reject(begun ? new Error('the answer broke off', { cause: error }) : error);
  }

  private giveUp(limitMs: number): void {
    this.late = new Error(`no answer within ${String(limitMs)} ms`);
    this.settle.reject(this.late);
    this.controller?.abort(this.late);
  }
}
