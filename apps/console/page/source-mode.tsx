import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import {
  defineLanguageFacet,
  HighlightStyle,
  Language,
  LanguageSupport,
  syntaxHighlighting,
} from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { GFM, parser } from '@lezer/markdown';
import { useEffect, useRef } from 'react';
import { t } from '../messages/messages.ts';
import type { SourceDraft } from '../saving/source-draft.ts';

const highlighting = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '700' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: [tags.link, tags.url], color: 'var(--primary)' },
  { tag: [tags.monospace, tags.processingInstruction], color: 'var(--soft)' },
]);

/** Without the languages that the usual package brings for HTML in Markdown. */
const markdown = new LanguageSupport(
  new Language(defineLanguageFacet(), parser.configure(GFM), [], 'markdown'),
);

const look = EditorView.theme({
  '&': { fontSize: '0.875rem', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--soft)', border: 'none' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
});

/** The Markdown of a page. It lives in a shadow root, where its styles need no exception from the policy. */
export function SourceMode({ draft, isEditable }: { draft: SourceDraft; isEditable: boolean }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current) return undefined;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        // Line endings are bytes of the file.
        doc: draft.text,
        extensions: [
          EditorState.lineSeparator.of(draft.text.includes('\r\n') ? '\r\n' : '\n'),
          lineNumbers(),
          history(),
          keymap.of([...defaultKeymap, ...historyKeymap]),
          markdown,
          syntaxHighlighting(highlighting),
          EditorView.lineWrapping,
          EditorView.editable.of(isEditable),
          EditorView.contentAttributes.of({ 'aria-label': t('pageSource') }),
          look,
          EditorView.updateListener.of((update) => {
            if (update.docChanged) draft.change(update.state.sliceDoc());
          }),
        ],
      }),
    });
    view.focus();
    return () => view.destroy();
  }, [draft, isEditable]);
  return <div ref={host} />;
}
