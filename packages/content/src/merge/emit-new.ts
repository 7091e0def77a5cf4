import type { Hash } from '../tree/hash.ts';
import { type EmitNode, type MerkleList, nodesOf } from '../tree/merkle-list.ts';

/** Emits only nodes that none of the lists has. */
export function emitNew<Item>(emit: EmitNode, known: readonly (MerkleList<Item> | undefined)[]): EmitNode {
  let hashes: Set<Hash> | undefined;
  return (hash, node) => {
    hashes ??= new Set(known.flatMap((list) => [...nodesOf(list)].map((part) => part.hash)));
    if (!hashes.has(hash)) emit(hash, node);
  };
}
