import { styleText } from 'node:util';

/** A line of the log as fields, after everything secret was removed from it. */
type Line = Readonly<Record<string, unknown>>;

interface LoggedError {
  readonly type?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
  readonly stack?: unknown;
}

/** Said by the beginning of the line, or of use to programs only. */
const notRepeated = new Set(['time', 'level', 'app', 'msg', 'err', 'trace_id', 'span_id']);

/** The fields of a refused request, in the order in which an operator asks for them. */
const refusedFields = [
  'status',
  'code',
  'reason',
  'method',
  'route',
  'tpp',
  'requestId',
  'address',
];

const colours = {
  trace: 'gray',
  debug: 'gray',
  info: 'green',
  warn: 'yellow',
  error: 'red',
  fatal: 'red',
} as const;

/**
 * A line of the log for a person at a terminal, from its JSON form: local time, level, app, what happened, and the
 * fields without braces. A refused request is one line of its status, code, rule, route, TPP and X-Request-ID. An error
 * is its type and message; the stack follows for level error only. A text that is no JSON object stays as it is.
 */
export function textLine(json: string, hasColours = false): string {
  const line = parsed(json);
  if (line === undefined) return json;
  const { time, level, app } = line;
  const name = typeof level === 'string' ? level : 'info';
  const label = name.toUpperCase();
  const colour = Object.hasOwn(colours, name) ? colours[name as keyof typeof colours] : undefined;
  const shown = hasColours && colour !== undefined ? styleText(colour, label, plain) : label;
  const begin = [clockTime(time), shown, ...(typeof app === 'string' ? [app] : [])].join(' ');
  return `${begin} ${contentOf(line)}${stackOf(line, name)}\n`;
}

/** Colours were asked for, whatever the standard output is. */
const plain = { validateStream: false } as const;

function parsed(json: string): Line | undefined {
  try {
    const line: unknown = JSON.parse(json);
    const isObject = typeof line === 'object' && line !== null && !Array.isArray(line);
    return isObject ? (line as Line) : undefined;
  } catch {
    return undefined;
  }
}

let lastSecond = '';
let lastClock = '';

/** HH:MM:SS of the machine's time zone. The lines of one second share it. */
function clockTime(time: unknown): string {
  const second = typeof time === 'string' ? time.slice(0, 19) : '';
  if (second !== '' && second === lastSecond) return lastClock;
  const at = new Date(typeof time === 'string' || typeof time === 'number' ? time : Number.NaN);
  if (Number.isNaN(at.getTime())) return '--:--:--';
  lastClock = [at.getHours(), at.getMinutes(), at.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  lastSecond = second;
  return lastClock;
}

function contentOf(line: Line): string {
  const { refused, leftOut, msg, err } = line;
  if (typeof refused === 'object' && refused !== null) {
    const fields = refused as Line;
    const known = refusedFields.flatMap((field) => wordOf(fields[field]) ?? []);
    const rest =
      typeof leftOut === 'number' && leftOut > 0 ? [`(${String(leftOut)} more before)`] : [];
    return [...known, ...rest].join(' ');
  }
  const words = [wordOf(msg), errorText(err)].filter((part) => part !== undefined);
  for (const [name, value] of Object.entries(line)) {
    if (notRepeated.has(name) || value === undefined) continue;
    words.push(`${name}=${wordOf(value) ?? ''}`);
  }
  return words.join(' ');
}

/** A text without quotes, and any other value as JSON. */
function wordOf(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function errorText(err: unknown): string | undefined {
  if (typeof err !== 'object' || err === null) return wordOf(err);
  const { type, code, message } = err as LoggedError;
  const name = [wordOf(type), wordOf(code)].flatMap((part) => part ?? []).join(' ');
  return `${name}: ${wordOf(message) ?? ''}`;
}

function stackOf({ err }: Line, level: string): string {
  const { stack } = (err ?? {}) as LoggedError;
  if ((level !== 'error' && level !== 'fatal') || typeof stack !== 'string') return '';
  const frames = stack.split('\n').filter((row) => /^\s+at /.test(row));
  return frames.map((row) => `\n    ${row.trim()}`).join('');
}
