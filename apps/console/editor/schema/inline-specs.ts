import { emojiText } from '@lectern/markdown/document';
import type { Attrs, NodeSpec } from 'prosemirror-model';
import { inlinePictureRule } from './picture-rules.ts';

/** An emoji that is written by its name, such as `:rocket:`. It is shown as readers see it. */
const EMOJI_CODE = /^:[\w+-]+:$/;

type AttrSpecs = NodeSpec['attrs'];

/** Inlines without text of their own. `plain`: what the plain text of their block has for them. */
export function inlineSpecs(attrs: AttrSpecs): Record<string, NodeSpec> {
  const inline = (name: string, textOf: (data: Record<string, unknown>) => string): NodeSpec => ({
    group: 'inline',
    inline: true,
    atom: true,
    attrs: { ...attrs, plain: { default: '' } },
    leafText: ({ attrs: { plain } }) => String(plain),
    toDOM: ({ attrs: own }) => [
      'span',
      { class: name, 'data-inline': name },
      textOf(dataOf(own)) || '\u200b',
    ],
  });
  return {
    hard_break: {
      group: 'inline',
      inline: true,
      selectable: false,
      leafText: () => '\n',
      toDOM: () => ['br'],
      parseDOM: [{ tag: 'br' }],
    },
    mention: inline('mention', () => ''),
    button: inline('button', ({ label }) => String(label ?? '')),
    emoji: inline('emoji', ({ code }) => emojiText(String(code ?? ''))),
    icon: inline('icon', ({ icon }) => `:${String(icon ?? '')}:`),
    inline_math: inline('math', ({ formula }) => String(formula ?? '')),
    inline_image: {
      ...inline('inline-image', ({ alt }) => String(alt ?? '')),
      parseDOM: [inlinePictureRule],
    },
    expression: inline('expression', ({ expression }) => `{{ ${String(expression ?? '')} }}`),
    /** Part of a line that is kept as it is written. */
    source_inline: {
      group: 'inline',
      inline: true,
      atom: true,
      attrs: { text: { default: '' }, source: { default: '' } },
      leafText: ({ attrs: { text } }) => String(text),
      toDOM: ({ attrs: { text, source } }) =>
        EMOJI_CODE.test(String(source)) && text !== ''
          ? ['span', { class: 'emoji', title: String(source) }, String(text)]
          : ['code', { class: 'source-inline' }, String(source)],
    },
    /** An inline that the editor does not know. */
    unknown_inline: {
      group: 'inline',
      inline: true,
      atom: true,
      attrs: { json: { default: null }, plain: { default: '' } },
      leafText: ({ attrs: { plain } }) => String(plain),
      toDOM: ({ attrs: { plain } }) => ['span', { class: 'source-inline' }, String(plain) || '…'],
    },
  };
}

const dataOf = (attrs: Attrs): Record<string, unknown> => attrs.data as Record<string, unknown>;
