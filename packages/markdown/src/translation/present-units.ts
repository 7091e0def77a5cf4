import type { Block } from '../document.ts';
import { type MaskedNode, type PlaceholderKeys, readMasked, writeMasked } from './masked-text.ts';
import {
  type FindTranslation,
  findFault,
  translateBlock,
  translateText,
  type Unit,
} from './translate-block.ts';

interface KeyedUnit {
  unit: Unit;
  keys: PlaceholderKeys;
}

/**
 * Finds the present translation of each unit of a block, with the placeholders of its source; undefined if the
 * translation has another structure, because its parts then cannot be assigned to units.
 */
export function findPresentUnits(source: Block, translation: Block | undefined): (string | undefined)[] {
  const units = listKeyedUnits(translateBlock, source);
  const present = translation?.type === source.type ? listKeyedUnits(translateBlock, translation) : [];
  return units.map((unit, index) =>
    present.length === units.length ? renumber(unit, present[index] as KeyedUnit) : undefined,
  );
}

/** Finds the present translation of a text outside the blocks. */
export function findPresentText(source: string, translation: string): string | undefined {
  const [unit] = listKeyedUnits(translateText, source);
  const [present] = listKeyedUnits(translateText, translation);
  return unit && present && renumber(unit, present);
}

function listKeyedUnits<Part>(
  translate: (part: Part, find: FindTranslation) => unknown,
  part: Part,
): KeyedUnit[] {
  const units: KeyedUnit[] = [];
  translate(part, (unit, keys) => {
    units.push({ unit, keys });
    return undefined;
  });
  return units;
}

/** Placeholders are numbered in reading order, which differs between languages. */
function renumber(source: KeyedUnit, translation: KeyedUnit): string | undefined {
  const free = new Map<string, number[]>();
  for (const [id, key] of source.keys) (free.get(key) ?? free.set(key, []).get(key))?.push(id);
  const ids = new Map<number, number>();
  for (const [id, key] of translation.keys) {
    const own = free.get(key)?.shift();
    if (own === undefined) return undefined;
    ids.set(id, own);
  }
  const withIds = (nodes: readonly MaskedNode[]): MaskedNode[] =>
    nodes.map((node) =>
      typeof node === 'string'
        ? node
        : { ...node, id: ids.get(node.id) as number, nodes: withIds(node.nodes) },
    );
  const text = writeMasked(withIds(readMasked(translation.unit)));
  return findFault(source.unit, text) === undefined ? text : undefined;
}
