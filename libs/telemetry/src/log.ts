import { context, trace } from '@opentelemetry/api';
import { pino } from 'pino';
import type { DestinationStream, LogFn, Logger } from 'pino';
import { QuietLines } from './quiet-lines.js';
import { redactLine, redactText } from './redaction.js';
import { textLine } from './text-line.js';

export type Log = Logger;

export interface LogOptions {
  readonly app: string;
  readonly level?: string;
  readonly destination?: DestinationStream | undefined;
}

/**
 * A JSON logger. Its lines carry the current trace, and no secret (`redaction.ts`). Of the lines about a system that does
 * not answer, it writes one in 10 s (`quiet-lines.ts`).
 */
export function createLog({ app, level = 'info', destination }: LogOptions): Log {
  const quiet = new QuietLines();
  const options = {
    level,
    base: null,
    timestamp: timeField(),
    formatters: {
      level: (label: string) => ({ level: label }),
      log: redactLine,
    },
    hooks: { logMethod: redactingMethod(quiet) },
    mixin: (_fields: object, _level: number, logger: Logger) => ({
      ...appOf(logger, app),
      ...traceIds(),
    }),
    // Errors are plain objects by now; the serializer of pino would change their type to Object.
    serializers: { err: (error: unknown) => error },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** Writes the member `time` of a line (ISO 8601). The lines of one second share its text without the milliseconds. */
function timeField(): () => string {
  let second = Number.NaN;
  let text = '';
  return () => {
    const ms = Date.now();
    const current = Math.floor(ms / 1000);
    if (current !== second) {
      second = current;
      text = new Date(current * 1000).toISOString().slice(0, 20);
    }
    return `,"time":"${text}${String(ms - current * 1000).padStart(3, '0')}Z"`;
  };
}

/** `json`: a line per JSON object, for collectors. `text`: lines for a person at a terminal. */
export type LogForm = 'json' | 'text';

/** Where a log in this form writes: the standard output, the lines of a turn at once. All logs of a process share it. */
export function logDestination(form: LogForm): DestinationStream {
  const known = destinations.get(form);
  if (known !== undefined) return known;
  const { stdout } = process;
  writeOut ??= untilClosed(stdout);
  const opened =
    form === 'json'
      ? batchedLines(writeOut)
      : batchedLines(writeOut, (line) => textLine(line, stdout.isTTY));
  destinations.set(form, opened);
  return opened;
}

/** Each adds a listener to the end of the process. */
const destinations = new Map<LogForm, DestinationStream>();

/** One for the process: each adds a listener to its output. */
let writeOut: ReturnType<typeof untilClosed> | undefined;

/** An error as log fields: type, code, and message and stack without account numbers. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: redactText(String(error)) };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: redactText(error.message),
    code,
    stack: redactText(error.stack ?? ''),
  };
}

/** Converts errors to fields before pino gets them: pino would log their message unchanged. */
function redactingMethod(quiet: QuietLines) {
  return function (this: Logger, args: Parameters<LogFn>, method: LogFn): void {
    const [first, ...rest] = args as unknown[];
    const admitted = first instanceof Object ? quiet.admit(fieldsOf(first)) : first;
    if (admitted === undefined && first instanceof Object) return;
    const texts = rest.map((part) => (typeof part === 'string' ? redactText(part) : part));
    method.apply(this, [described(admitted), ...texts] as Parameters<LogFn>);
  };
}

/** A line may begin with its fields, or with an error alone. */
function fieldsOf(first: object): Record<string, unknown> {
  return first instanceof Error ? { err: first } : (first as Record<string, unknown>);
}

function described(first: unknown): unknown {
  if (typeof first === 'string') return redactText(first);
  if (typeof first !== 'object' || first === null || !('err' in first)) return first;
  if (!(first.err instanceof Error)) return first;
  return { ...first, err: describeError(first.err) };
}

const appsOfChildren = new WeakMap<Logger, object>();

/** The app of a line, unless the logger is a child that names another one: JSON has each member once. */
function appOf(logger: Logger, app: string): object {
  const known = appsOfChildren.get(logger);
  if (known !== undefined) return known;
  const named = 'app' in logger.bindings() ? {} : { app };
  appsOfChildren.set(logger, named);
  return named;
}

function traceIds(): Record<string, string> {
  const span = trace.getSpanContext(context.active());
  return span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId };
}

/** Writes text to the standard output; for one that is a file, a pipe or a terminal it is written when this returns. */
type Write = (text: string) => unknown;

interface Output {
  write(text: string): unknown;
  on(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown;
}

/**
 * Writes text to a stream until its reader has gone: then the rest is lost, and the process goes on. Any other fault of the
 * stream ends the process, as without this.
 */
export function untilClosed(stream: Output): Write {
  let isClosed = false;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    isClosed = true;
  });
  return (text) => isClosed || stream.write(text);
}

/**
 * Writes all lines of one event-loop turn at once: a write for each line costs more than the line. The end of the
 * process writes the lines that wait; kill -9 loses those of one turn.
 *
 * @param form changes a line before it is written
 */
export function batchedLines(
  write: Write,
  form: (line: string) => string = (line) => line,
): { write(line: string): void } {
  let waiting: string[] = [];
  const flush = () => {
    const lines = waiting;
    waiting = [];
    if (lines.length > 0) write(lines.map(form).join(''));
  };
  process.once('exit', flush);
  return {
    write(line) {
      if (waiting.push(line) === 1) setImmediate(flush);
    },
  };
}
