import type { Block } from '@lectern/markdown/document';
import { blocksIn } from './blocks-in.ts';

type Value = string | number | boolean;

/** A setting of a block that differs, which its text does not show. */
export interface ChangedSetting {
  name: string;
  /** Absent if it was not set. */
  before?: Value;
  after?: Value;
}

/** Lists the settings that differ between two versions of a block, and in blocks within it that stand at the same places. */
export function listSettings(before: Block, after: Block): ChangedSetting[] {
  const settings: ChangedSetting[] = [];
  addSettings(before, after, settings);
  return settings;
}

function addSettings(before: Block, after: Block, settings: ChangedSetting[]): void {
  if (before.type !== after.type) return;
  const [old, current] = [before.data, after.data] as [Record<string, unknown>, Record<string, unknown>];
  for (const name of new Set([...Object.keys(old), ...Object.keys(current)])) {
    const [from, to] = [toValue(old[name]), toValue(current[name])];
    if (from === to) continue;
    settings.push({
      name,
      ...(from === undefined ? {} : { before: from }),
      ...(to === undefined ? {} : { after: to }),
    });
  }
  const [oldChildren, children] = [blocksIn(before), blocksIn(after)];
  if (oldChildren.length !== children.length) return;
  for (const [at, child] of children.entries()) addSettings(oldChildren[at] as Block, child, settings);
}

const toValue = (value: unknown): Value | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
