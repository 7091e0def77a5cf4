import { subscribe } from '../api/events.ts';
import type { TextPlace } from '../api/place.ts';
import type { LinkTargets } from '../editor/links/link-target.ts';

/** The possible targets of links of a page. */
export const linkTargets = (place: TextPlace): LinkTargets => ({
  find: async (query) => (await import('./find-link-targets.ts')).findTargets(place, query),
  resolve: async (refs) => (await import('./resolve-targets.ts')).resolveRefs(place, refs),
  follow: (listener) =>
    subscribe(place, (event) => {
      if (event.type === 'reset') listener({});
      if (event.type !== 'content') return;
      const isText =
        event.omitted === 0 &&
        event.files.length === 0 &&
        event.reusableContents.length === 0 &&
        event.pages.every(({ changes }) => changes.every((change) => change === 'edited'));
      listener(isText ? { edited: new Set(event.pages.map(({ page }) => page)) } : {});
    }),
  recognize: async (address) => (await import('./resolve-targets.ts')).recognize(place, address),
});
