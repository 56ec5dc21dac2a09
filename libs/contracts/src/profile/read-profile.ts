import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isNode, LineCounter, parseDocument } from 'yaml';
import type { Document } from 'yaml';
import { type BodyType, bodyType } from '../http/body-type.js';
import { pathOfPointer } from '../http/json-pointer.js';
import { textOf } from '../texts/text-of.js';
import { BankProfile, type Environment } from './bank-profile.js';
import { profileFindings } from './profile-rules.js';

/** Says what is wrong with a profile: one line per fault, each with the line of the file. */
export class ProfileFault extends Error {
  override readonly name = 'ProfileFault';
}

// Both are made on first use: a profile names products, and products are bodies like it.
let profileType: BodyType<BankProfile> | undefined;

function typeOfProfile(): BodyType<BankProfile> {
  const example = new BankProfile();
  profileType ??= bodyType({ bodyClass: BankProfile, example, faults: profileFindings });
  return profileType;
}

/**
 * Reads a bank profile (docs/reference/bank-profile.md). `file` names it in messages.
 * Throws ProfileFault with everything that is wrong, by line.
 */
export function parseProfile(yaml: string, file: string): BankProfile {
  const lineCounter = new LineCounter();
  const document = parseDocument(yaml, { lineCounter, uniqueKeys: true });
  const lineAt = (offset: number) => lineCounter.linePos(offset).line;
  // What cannot be read is told once: further errors follow from the first.
  const [unreadable] = document.errors;
  if (unreadable !== undefined) {
    const [message = ''] = unreadable.message.split('\n');
    throw new ProfileFault(`${file}:${String(lineAt(unreadable.pos[0]))}: ${message}`);
  }
  const context = { today: '', fixes: new Set<string>(), structuredAddressesFrom: '' };
  const parsed = typeOfProfile().parse(document.toJS(), context);
  if ('value' in parsed) return parsed.value;
  const faults = parsed.faults.map((fault) => {
    const line = String(lineAt(offsetOf(document, pathOfPointer(fault.path))));
    return `${file}:${line}: ${fault.path}: ${textOf(fault, 'en')}`;
  });
  throw new ProfileFault(faults.join('\n'));
}

/** Where a member stands, or where the object stands that lacks it. */
function offsetOf(document: Document, path: readonly string[]): number {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const node: unknown = document.getIn(path.slice(0, depth), true);
    if (isNode(node)) return node.range?.[0] ?? 0;
  }
  return 0;
}

/** Reads the profile in a file. Throws ProfileFault, also when there is no such file. */
export function readProfile(file: string): BankProfile {
  let yaml: string;
  try {
    yaml = readFileSync(file, 'utf8');
  } catch (error) {
    throw new ProfileFault(`${file}: ${(error as Error).message}`, { cause: error });
  }
  return parseProfile(yaml, file);
}

/** The profile that comes with Nordgate; a bank writes its own after this pattern. */
export function defaultProfile(environment: Environment): BankProfile {
  return readProfile(join(import.meta.dirname, '..', '..', 'profiles', `${environment}.yaml`));
}
