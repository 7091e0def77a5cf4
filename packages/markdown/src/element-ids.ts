import { MAX_ANCHOR_LENGTH } from './limits.ts';
import { attributeOf, readHtmlTag } from './syntax/html.ts';

/** The ids that the tags in some HTML set, which links can lead to: `<a name>`, and `id` on any element. */
export function listElementIds(source: string): string[] {
  const ids: string[] = [];
  if (!/\s(?:id|name)\s*=/i.test(source)) return ids;
  for (let at = source.indexOf('<'); at >= 0; at = source.indexOf('<', at + 1)) {
    if (source.startsWith('<!--', at)) {
      at = source.indexOf('-->', at);
      if (at < 0) break;
      continue;
    }
    const tag = readHtmlTag(source, at);
    if (!tag || tag.isClosing) continue;
    const { attributes, name } = tag;
    const id = attributeOf(attributes, 'id') ?? (name === 'a' ? attributeOf(attributes, 'name') : undefined);
    if (id !== undefined && /^\S+$/.test(id) && id.length <= MAX_ANCHOR_LENGTH) ids.push(id);
  }
  return ids;
}
