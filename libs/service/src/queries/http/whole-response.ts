import type { Dispatcher } from 'undici';

/** A complete HTTP response. */
export interface WholeResponse {
  readonly statusCode: number;
  readonly body: Buffer;
}

/**
 * Sends a request and reads its response into memory, within a time limit from end to end. It does
 * what `request` of undici does, but without a stream and an abort signal per response, which were a
 * large part of the cost of a query. Rejects with the error of undici before the status arrives, and
 * with an error without `code` when the response is incomplete or late.
 */
export function wholeResponse(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  limitMs: number,
): Promise<WholeResponse> {
  const response = new ResponseReader(limitMs);
  dispatcher.dispatch(request, response);
  return response.whole;
}

class ResponseReader implements Dispatcher.DispatchHandler {
  readonly whole: Promise<WholeResponse>;
  private readonly settle = Promise.withResolvers<WholeResponse>();
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
    // The limit passed while the request waited for a connection.
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
    this.settle.reject(begun ? new Error('the response is incomplete', { cause: error }) : error);
  }

  private giveUp(limitMs: number): void {
    this.late = new Error(`no answer within ${String(limitMs)} ms`);
    this.settle.reject(this.late);
    this.controller?.abort(this.late);
  }
}
