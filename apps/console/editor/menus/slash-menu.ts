import type { Plugin } from 'prosemirror-state';
import { t } from '../../messages/messages.ts';
import { suggestions } from './suggestions.ts';

const load = () => import('./find-blocks.ts');

/**
 * Suggests blocks for a slash and a few letters at the start of a text or after a space. The list of blocks is loaded
 * when the writer starts typing. `offered`: the ids of the blocks that are suggested. Without it, all are.
 */
export const slashMenu = (offered?: ReadonlySet<string>): Plugin =>
  suggestions({
    name: 'slash-menu',
    label: t('insertBlock'),
    pattern: /(?:^|\s)\/([^\s/]{0,24}(?: [^\s/]{1,24})?)$/u,
    find: async (query) => (await load()).findBlocks(query, offered),
    waits: true,
    prepare: () => void load().catch(() => undefined),
  });
