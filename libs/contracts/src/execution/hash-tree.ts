import { createHash } from 'node:crypto';
import type { PathStep } from './execution-events.v1.js';

/** A leaf and a node never have the same bytes: 0x00 and 0x01 go before them (RFC 9162, section 2.1.1). */
const [leafMark, nodeMark] = [Buffer.from([0]), Buffer.from([1])];

/** The hashes of a binary tree, level by level from the leaves to the root. */
export type HashTree = readonly (readonly Buffer[])[];

/**
 * The tree over some leaves: SHA-256 over neighbours. A hash without a neighbour goes up as it is, which is
 * the tree of RFC 9162. Throws without a leaf.
 */
export function hashTreeOf(leaves: readonly string[]): HashTree {
  const levels = [hashedLeaves(leaves)];
  for (let level = levels[0] ?? []; level.length > 1; levels.push(level)) level = levelAbove(level);
  if (leaves.length === 0) throw new Error('a hash tree has a leaf');
  return levels;
}

/** The root of a tree, base64url. */
export function rootOf(tree: HashTree): string {
  return tree.at(-1)?.[0]?.toString('base64url') ?? '';
}

/** The steps from a leaf to the root. Throws for a position without a leaf. */
export function pathIn(tree: HashTree, position: number): readonly PathStep[] {
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
export function rootFrom(leaf: string, path: readonly PathStep[]): string {
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
