import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type {
  PathStep,
  BulkPlace,
  TransferApproval,
  TransferInstructed,
} from './execution-events.v1.js';
import { isBulk } from '../base/values/payment-instruction.v2.js';
import type { BulkInstruction, PaymentInstruction } from '../base/values/payment-instruction.v2.js';

/** A leaf and a node never have the same bytes: 0x00 and 0x01 go before them (RFC 9162, section 2.1.1). */
const [leafMark, nodeMark] = [Buffer.from([0]), Buffer.from([1])];

/** The hashes of a binary tree, level by level from the leaves to the root. */
type HashTree = readonly (readonly Buffer[])[];

/**
 * The tree over some leaves: SHA-256 over neighbours. A hash without a neighbour goes up as it is, which is
 * the tree of RFC 9162. Throws without a leaf.
 */
function hashTreeOf(leaves: readonly string[]): HashTree {
  const levels = [hashedLeaves(leaves)];
  for (let level = levels[0] ?? []; level.length > 1; levels.push(level)) level = levelAbove(level);
  if (leaves.length === 0) throw new Error('a hash tree has a leaf');
  return levels;
}

/** The root of a tree, base64url. */
function rootOf(tree: HashTree): string {
  return tree.at(-1)?.[0]?.toString('base64url') ?? '';
}

/** The steps from a leaf to the root. Throws for a position without a leaf. */
function pathIn(tree: HashTree, position: number): readonly PathStep[] {
  if (tree[0]?.[position] === undefined) throw new Error(`there is no leaf ${String(position)}`);
  return tree.flatMap((level, height): readonly PathStep[] => {
    const at = Math.floor(position / 2 ** height);
    const isRight = at % 2 === 1;
    const beside = level[isRight ? at - 1 : at + 1]?.toString('base64url');
    if (beside === undefined) return [];
    return [isRight ? { left: beside } : { right: beside }];
  });
}

/** The root that a leaf has with the steps from it, base64url. */
function rootFrom(leaf: string, path: readonly PathStep[]): string {
  let node = sha256(leafMark, Buffer.from(leaf));
  for (const step of path) {
    node =
      'left' in step
        ? sha256(nodeMark, Buffer.from(step.left, 'base64url'), node)
        : sha256(nodeMark, node, Buffer.from(step.right, 'base64url'));
  }
  return node.toString('base64url');
}

function hashedLeaves(leaves: readonly string[]): readonly Buffer[] {
  return leaves.map((leaf) => sha256(leafMark, Buffer.from(leaf)));
}

function levelAbove(level: readonly Buffer[]): readonly Buffer[] {
  const pairs = level.filter((_, at) => at % 2 === 0);
  return pairs.map((left, at) => {
    const right = level[at * 2 + 1];
    return right === undefined ? left : sha256(nodeMark, left, right);
  });
}

function sha256(...parts: readonly Buffer[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/**
 * Binds an approval to exactly this instruction, amount and payee included: SHA-256 over canonical JSON,
 * base64url. Of a bulk it is that of its head, with the number and the tree of its sub-payments in place of
 * them: so a transfer of one sub-payment proves that it belongs to the bulk. Throws for a lone surrogate,
 * which no stored instruction has: bodies have only characters of the clearing, and jsonb rejects it.
 * Sources: RTS on SCA (EU) 2018/389, Article 5; RFC 8785.
 */
export function instructionHash(instruction: PaymentInstruction): string {
  const known = knownHashes.get(instruction);
  if (known !== undefined) return known;
  const hash = madeHash(instruction);
  knownHashes.set(instruction, hash);
  return hash;
}

/** The hash of a claim is compared with the claim and with its approval. Nobody changes an instruction that was read. */
const knownHashes = new WeakMap<PaymentInstruction, string>();

function madeHash(instruction: PaymentInstruction): string {
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
type CarriedInstruction = Pick<TransferInstructed['data'], 'credits'> &
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
