import { readFileSync } from 'node:fs';
import { SettingsError } from '@nordgate/service/settings';

/** The file of the standard input: what reaches a command in a pod without being stored there. */
export const standardInput = '/dev/stdin';

/** What a command may get there: who the person is, and behind it the body of a request. */
export interface InputParts {
  /** PEM of a certificate and its key, or a token at the beginning; empty without both. */
  readonly identity: string;
  readonly body: string;
}

const pemBlock = /-----BEGIN ([A-Z ]+)-----[^-]+-----END \1-----\s*/gu;
/** `cat` joins a token without an end of its line with the body behind it. */
const leadingToken = /^\s*[\w-]+\.[\w-]+\.[\w-]+(?=\s|\{|\[|$)/u;

/** A JSON body begins with none of both. The lines that `openssl pkcs12` writes before each block are no part of it. */
export function inputParts(text: string): InputParts {
  const blocks = [...text.matchAll(pemBlock)];
  const last = blocks.at(-1);
  const token = leadingToken.exec(text)?.[0] ?? '';
  const identity = last === undefined ? token : blocks.map(([block]) => block).join('');
  const end = last === undefined ? token.length : last.index + last[0].length;
  return { identity: identity.trim(), body: text.slice(end).trim() };
}

/** An input that is read once, when the first part of it is needed. */
export class OperatorInput {
  private parts: InputParts | undefined;
  private isBodyAsked = false;

  constructor(private readonly text: () => string) {}

  /** Empty without a person. Throws SettingsError when the input cannot be read. */
  identity(): string {
    return this.read().identity;
  }

  /** The body for the command that asks for it. Throws SettingsError when the input cannot be read. */
  body(): string {
    this.isBodyAsked = true;
    return this.read().body;
  }

  /** Whether something is in it that is no identity, and that no command has asked for. */
  hasRest(): boolean {
    return !this.isBodyAsked && this.read().body !== '';
  }

  private read(): InputParts {
    this.parts ??= inputParts(this.text());
    return this.parts;
  }
}

/** The standard input of this process. */
export const processInput = new OperatorInput(textOfInput);

function textOfInput(): string {
  try {
    return readFileSync(standardInput, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new SettingsError(`${standardInput} cannot be read (${code ?? message})`);
  }
}
