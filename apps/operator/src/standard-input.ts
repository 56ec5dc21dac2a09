import { readFileSync } from 'node:fs';
import { SettingsError } from '@nordgate/service/process';

/** The file of the standard input: what reaches a command in a pod without being stored there. */
export const standardInput = '/dev/stdin';

/** What a command may get there: who the person is, and behind it the body of a request. */
export interface InputParts {
  /** PEM of a certificate and its key, or a token in the first line; empty without both. */
  readonly identity: string;
  readonly body: string;
}

const pemBlock = /-----BEGIN ([A-Z ]+)-----[^-]+-----END \1-----\s*/gu;
const tokenLine = /^\s*[\w-]+\.[\w-]+\.[\w-]+[ \t]*(?:\r?\n|$)/u;

/** A JSON body begins with none of both. */
export function inputParts(text: string): InputParts {
  const blocks = text.match(pemBlock) ?? [];
  const token = blocks.length === 0 ? (tokenLine.exec(text)?.[0] ?? '') : '';
  const identity = token === '' ? blocks.join('') : token;
  const body = token === '' ? text.replaceAll(pemBlock, '') : text.slice(token.length);
  return { identity: identity.trim(), body: body.trim() };
}

let parts: InputParts | undefined;

/** The parts of the standard input, which can be read once. Throws SettingsError when it cannot be read. */
export function readInput(): InputParts {
  parts ??= inputParts(textOfInput());
  return parts;
}

function textOfInput(): string {
  try {
    return readFileSync(standardInput, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new SettingsError(`${standardInput} cannot be read (${code ?? message})`);
  }
}
