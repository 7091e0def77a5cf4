import type { MarkSpec } from 'prosemirror-model';

/** Links and annotations are around the other marks, in this order. */
export const CONTAINER_MARKS = ['annotation', 'link'] as const;

/** `keyboard` is a key to press, and `color` has `data` with the colors of text and background. */
export function markSpecs(): Record<string, MarkSpec> {
  const tag = (...tags: string[]): MarkSpec => ({
    toDOM: () => [tags[0] as string, 0],
    parseDOM: tags.map((one) => ({ tag: one })),
  });
  return {
    annotation: {
      attrs: { key: {}, fragments: { default: [] } },
      inclusive: false,
      toDOM: () => ['span', { class: 'annotation' }, 0],
      // Footnotes of Word.
      parseDOM: [
        {
          tag: 'span[data-note]',
          getAttrs: ({ dataset: { note = '' } }) => ({ key: newKey(), fragments: [noteOf(note)] }),
        },
      ],
    },
    link: {
      attrs: { key: {}, data: {} },
      inclusive: false,
      toDOM: ({ attrs: { data } }) => ['a', linkAttributes(data as LinkData), 0],
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs: (element) => {
            const url = element.getAttribute('href') ?? '';
            if (!/^(?:https?:|mailto:|tel:)/i.test(url)) return false;
            return { key: newKey(), data: { ref: { kind: 'url', url } } };
          },
        },
      ],
    },
    bold: {
      toDOM: () => ['strong', 0],
      parseDOM: [{ tag: 'strong' }, { tag: 'b' }],
    },
    italic: {
      toDOM: () => ['em', 0],
      parseDOM: [{ tag: 'em' }, { tag: 'i' }],
    },
    strikethrough: {
      toDOM: () => ['s', 0],
      parseDOM: [{ tag: 's' }, { tag: 'del' }, { tag: 'strike' }],
    },
    code: tag('code', 'tt', 'samp'),
    keyboard: tag('kbd'),
    superscript: tag('sup'),
    subscript: tag('sub'),
    color: {
      attrs: { data: {} },
      toDOM: ({ attrs: { data } }) => {
        const { text, background } = data as { text?: string; background?: string };
        return ['mark', { class: `c-${text ?? 'default'} b-${background ?? 'default'}` }, 0];
      },
    },
  };
}

/** The body of an annotation. */
const noteOf = (text: string): object => ({
  object: 'fragment',
  fragment: 'annotation-body',
  type: 'annotation-body',
  nodes: [
    {
      object: 'block',
      type: 'paragraph',
      isVoid: false,
      data: {},
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
    },
  ],
});

interface LinkData {
  ref?: { kind?: string; url?: string };
  title?: string;
}

/** Links are inactive while text is edited; their address is shown only. */
function linkAttributes({ ref, title }: LinkData): Record<string, string> {
  return {
    ...(ref?.kind === 'url' && ref.url !== undefined ? { href: ref.url } : { href: '#' }),
    ...(title === undefined ? {} : { title }),
    ...(ref?.kind === 'broken' ? { class: 'broken' } : {}),
    rel: 'noreferrer',
  };
}

const NEW = 'new-';
let count = 0;
/** A handle that this tab has created. */
export const newKey = (): string => `${NEW}${Date.now().toString(36)}-${++count}`;
export const isNew = (key: string): boolean => key.startsWith(NEW);
