import { createHash } from 'node:crypto';
import { canonicalText, withoutAnchors } from '../canonical.ts';
import type { Block } from '../document.ts';

/** Equal for blocks with the same content and form, whatever their place. */
export const hashBlock = (block: Block): string => hashText(canonicalText([withoutAnchors(block)]));

/** Short, because a page has one for each of its blocks; long enough that no two texts share one. */
export const hashText = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22);
