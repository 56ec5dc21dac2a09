import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isNode, LineCounter, parse, parseDocument } from 'yaml';
import type { Document } from 'yaml';
import { bodyType } from '../interface/reading/body-type.js';
import type { BodyType } from '../interface/reading/body-type.js';
import { pathOfPointer } from '../base/json/json-value.js';
import { textOf } from '../base/texts/text-of.js';
import { BankProfile } from './bank-profile.js';
import type { Environment } from './bank-profile.js';
import { profileFaults } from './profile-rules.js';

/** An invalid profile. The message has one line per fault, each with its line in the file. */
export class ProfileError extends Error {
  override readonly name = 'ProfileError';
}

// Made on first use, because a profile names products, which are bodies too.
let profileType: BodyType<BankProfile> | undefined;

function typeOfProfile(): BodyType<BankProfile> {
  const example = new BankProfile();
  profileType ??= bodyType({ bodyClass: BankProfile, example, faults: profileFaults });
  return profileType;
}

/**
 * Reads a bank profile (docs/reference/bank-profile.md). `file` names it in messages.
 * Throws ProfileError with all faults, by line.
 */
export function parseProfile(yaml: string, file: string): BankProfile {
  const lineCounter = new LineCounter();
  const document = parseDocument(yaml, { lineCounter, uniqueKeys: true });
  const lineAt = (offset: number) => lineCounter.linePos(offset).line;
  // One error is enough for a file that cannot be parsed: the others follow from the first.
  const [unreadable] = document.errors;
  if (unreadable !== undefined) {
    const [message = ''] = unreadable.message.split('\n');
    throw new ProfileError(`${file}:${String(lineAt(unreadable.pos[0]))}: ${message}`);
  }
  const context = {
    today: '',
    fixes: new Set<string>(),
    structuredAddressesFrom: '',
    kidAccounts: [],
    contacts: { roleWords: [], freeMailDomains: [] },
    lastExecutionDate: '',
  };
  const parsed = typeOfProfile().parse(document.toJS(), context);
  if ('value' in parsed) return parsed.value;
  const faults = parsed.faults.map((fault) => {
    const line = String(lineAt(offsetOf(document, pathOfPointer(fault.path))));
    return `${file}:${line}: ${fault.path}: ${textOf(fault, 'en')}`;
  });
  throw new ProfileError(faults.join('\n'));
}

/** The offset of a member, or of the object that lacks the member. */
function offsetOf(document: Document, path: readonly string[]): number {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const node: unknown = document.getIn(path.slice(0, depth), true);
    if (isNode(node)) return node.range?.[0] ?? 0;
  }
  return 0;
}

/** Reads the profile in a file. Throws ProfileError, also for a missing file. */
export function readProfile(file: string): BankProfile {
  let yaml: string;
  try {
    yaml = readFileSync(file, 'utf8');
  } catch (error) {
    throw new ProfileError(`${file}: ${(error as Error).message}`, { cause: error });
  }
  return parseProfile(yaml, file);
}

/** The file of the profile that comes with Nordgate, as a pattern for the profile of a bank. */
export function defaultProfileFile(environment: Environment): string {
  return join(import.meta.dirname, '..', '..', 'profiles', `${environment}.yaml`);
}

/**
 * The profile that comes with Nordgate. It is not checked at each start, because a test reads its file as that of a bank:
 * making the schema of a profile takes a tenth of the processor time of a start.
 */
export function defaultProfile(environment: Environment): BankProfile {
  return parse(readFileSync(defaultProfileFile(environment), 'utf8')) as BankProfile;
}
