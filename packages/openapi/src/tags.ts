import { cutText } from '@lectern/std/cut-text';
import { type Json, listOf, recordOf } from './resolve.ts';

export const findTagTitle = ({ summary, 'x-displayName': displayName }: Json): string | undefined =>
  [summary, displayName].find((one): one is string => typeof one === 'string' && one.trim() !== '');

/** Tags of these kinds say something of operations, and do not group them. */
export const isLabelTag = ({ kind }: Json): boolean => kind === 'badge' || kind === 'audience';

const MAX_LABELS = 20;

/** The titles of the tags that only say something of an operation. */
export function listLabels(spec: Json, operation: Json): string[] {
  const tagged = new Set(listOf(operation.tags));
  return listOf(spec.tags)
    .map(recordOf)
    .filter((tag) => isLabelTag(tag) && typeof tag.name === 'string' && tagged.has(tag.name))
    .slice(0, MAX_LABELS)
    .map((tag) => cutText(findTagTitle(tag) ?? String(tag.name), 100));
}
