import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { isBulk } from '../base/values/payment-instruction.v2.js';
import type { BulkPlace, TransferApproval, TransferInstructed } from './execution-events.v1.js';
import type { BulkInstruction, PaymentInstruction } from '../base/values/payment-instruction.v2.js';
import { hashTreeOf, pathIn, rootFrom, rootOf } from './hash-tree.js';
import type { HashTree } from './hash-tree.js';

/**
 * Binds an approval to exactly this instruction, amount and payee included: SHA-256 over canonical JSON,
 * base64url. Of a bulk it is that of its head, with the number and the tree of its sub-payments in place of
 * them: so a transfer of one sub-payment proves that it belongs to the bulk. Throws for a lone surrogate,
 * which no stored instruction has: bodies have only characters of the clearing, and jsonb rejects it.
 * Sources: RTS on SCA (EU) 2018/389, Article 5; RFC 8785.
 */
export function instructionHash(instruction: PaymentInstruction): string {
  if (!isBulk(instruction)) return hashOf(instruction);
  const { payments, ...head } = instruction;
  const root = rootOf(treeOf(instruction));
  return hashOf({ ...head, payments: { count: payments.length, root } });
}

/**
 * Whether an approval with this hash is one of this instruction. A bulk that was approved in a release before
 * the tree has a hash over all of it.
 */
export function isHashOf(hash: string, instruction: PaymentInstruction): boolean {
  if (hash === instructionHash(instruction)) return true;
  return isBulk(instruction) && hash === hashOf(instruction);
}

/**
 * What transfers of a bulk carry for the hash, by the position of their only sub-payment, or undefined for all
 * of them. The tree is made once. Throws for a position that the bulk does not have.
 */
export function bulkPlacesOf(bulk: BulkInstruction): (part?: number) => BulkPlace {
  const { payments, ...head } = bulk;
  const place = { head, count: payments.length };
  let tree: HashTree | undefined;
  return (part) =>
    part === undefined ? place : { ...place, path: pathIn((tree ??= treeOf(bulk)), part) };
}

/** What a transfer carries of its instruction. */
export type CarriedInstruction = Pick<TransferInstructed['data'], 'credits'> &
  Pick<TransferApproval, 'bulk'>;

/** The hash of the whole instruction, as it follows from one transfer. Undefined for a transfer that has no such hash. */
export function carriedHash({ credits, bulk }: CarriedInstruction): string | undefined {
  const [first, ...others] = credits;
  if (first === undefined) return undefined;
  if (bulk === undefined) return others.length === 0 ? hashOf(first.instruction) : undefined;
  const { head, count, path } = bulk;
  if (credits.length !== (path === undefined ? count : 1)) return undefined;
  const leaves = credits.map(({ part, instruction }) => canonical({ part, instruction }));
  const root = path === undefined ? rootOf(hashTreeOf(leaves)) : rootFrom(leaves[0] ?? '', path);
  return hashOf({ ...head, payments: { count, root } });
}

function treeOf({ payments }: BulkInstruction): HashTree {
  return hashTreeOf(payments.map((instruction, part) => canonical({ part, instruction })));
}

function hashOf(value: object): string {
  return createHash('sha256').update(canonical(value), 'utf8').digest('base64url');
}

function canonical(value: object): string {
  // An object always has a JSON form. Only undefined, functions and symbols have none.
  return canonicalize(value) as string;
}
