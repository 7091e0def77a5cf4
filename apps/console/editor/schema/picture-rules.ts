import { Fragment, type Node, type Schema, type TagParseRule } from 'prosemirror-model';

/** The reference of a picture of the space, or of another host. */
function refOf(element: HTMLElement): Record<string, string> | undefined {
  const src = element.getAttribute('src') ?? '';
  const file = /^\/files\/([\w-]+)$/.exec(src)?.[1];
  if (file !== undefined) return { kind: 'file', file };
  return /^https?:\/\//i.test(src) ? { kind: 'url', url: src } : undefined;
}

const altOf = (element: HTMLElement): string => element.getAttribute('alt') ?? '';

/** An inline image. */
export const inlinePictureRule: TagParseRule = {
  tag: 'img[data-inline]',
  priority: 60,
  getAttrs: (element) => {
    const ref = refOf(element);
    return ref ? { data: { ref, alt: altOf(element) } } : false;
  },
};

/** An image block with its caption. */
export const pictureRule: TagParseRule = {
  tag: 'img[src]',
  getAttrs: (element) => (refOf(element) ? { data: {} } : false),
  getContent: (dom, schema: Schema) => {
    const element = dom as HTMLElement;
    const caption = element.dataset.caption ?? '';
    const paragraph = (): Node => schema.node('paragraph', null, [schema.text(caption)]);
    const content = caption === '' ? [] : [schema.node('caption', null, [paragraph()])];
    const data = { ref: refOf(element), alt: altOf(element) };
    return Fragment.from(schema.node('image', { data }, content));
  },
};
