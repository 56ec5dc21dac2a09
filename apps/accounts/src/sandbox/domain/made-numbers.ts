import { hash } from 'node:crypto';
import type { CustomerType } from '@nordgate/contracts/events';
import {
  norwegianCheckDigit,
  organisationNumberFrom,
  personNumberFrom,
  syntheticMonths,
} from '@nordgate/contracts/rules';

/*
 * Numbers for what TPPs make by hand. They come from the id of the resource, so a repeat makes the same.
 * A few candidates are enough: one in six or fewer has no check digit, and the ranges are hardly used.
 */

/** Candidates per number. */
const candidateCountMax = 40;

function candidates(id: string, from: (bytes: Buffer) => string | undefined): readonly string[] {
  return Array.from({ length: candidateCountMax }, (_, attempt) =>
    from(hash('sha256', `${id}/${String(attempt)}`, 'buffer')),
  ).filter((number) => number !== undefined);
}

/** Numbers for a customer: of a synthetic person born in the last century, or of the synthetic organisations. */
export function customerNumbers(id: string, type: CustomerType): readonly string[] {
  return candidates(id, type === 'PRIVATE' ? syntheticPerson : syntheticOrganisation);
}

function syntheticPerson(bytes: Buffer): string | undefined {
  const day = 1 + (bytes.readUInt8(0) % 28);
  const month = 1 + (bytes.readUInt8(1) % 12) + syntheticMonths;
  const year = 40 + (bytes.readUInt8(2) % 60);
  const individual = bytes.readUInt16BE(3) % 500;
  return personNumberFrom(
    `${digits(day, 2)}${digits(month, 2)}${digits(year, 2)}${digits(individual, 3)}`,
  );
}

function syntheticOrganisation(bytes: Buffer): string | undefined {
  return organisationNumberFrom(`39${digits(bytes.readUInt32BE(0) % 1_000_000, 6)}`);
}

/** Account numbers of the sandbox's register number; the known state has none that go on with a 7. */
export function accountNumbers(id: string): readonly string[] {
  return candidates(id, (bytes) => {
    const ten = `99997${digits(bytes.readUInt32BE(0) % 100_000, 5)}`;
    const check = norwegianCheckDigit(ten);
    return check === undefined ? undefined : `${ten}${String(check)}`;
  });
}

/** A masked card number of the sandbox's issuer number. */
export function maskedPanOf(id: string): string {
  return `999999xxxxxx${digits(hash('sha256', id, 'buffer').readUInt16BE(0) % 10_000, 4)}`;
}

function digits(number: number, length: number): string {
  return String(number).padStart(length, '0');
}
