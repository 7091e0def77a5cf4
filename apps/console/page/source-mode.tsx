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
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { Button } from '../app/button.tsx';
import { t } from '../messages/messages.ts';
import type { OpenSource } from '../saving/source-draft.ts';
import styles from './field-conflicts.module.css';

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
export function SourceMode({ source, isEditable }: { source: OpenSource; isEditable: boolean }) {
  const { draft, saver } = source;
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current) return undefined;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        // Keeps the line endings of the file.
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
            const text = update.state.sliceDoc();
            if (!update.docChanged || text === draft.text) return;
            draft.change(text);
            saver.changed();
          }),
        ],
      }),
    });
    const stop = draft.onReplace((text) => view.dispatch({ changes: changeTo(view.state, text) }));
    view.focus();
    return () => {
      stop();
      view.destroy();
    };
  }, [draft, saver, isEditable]);
  return (
    <>
      <SourceConflict source={source} />
      <div ref={host} />
    </>
  );
}

/** The smallest change from the shown text to another one. The caret keeps its place. */
function changeTo(state: EditorState, text: string): { from: number; to: number; insert: string } {
  // Positions count line ends as one character.
  const [before, after] = [state.doc.toString(), text.replaceAll('\r\n', '\n')];
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from++;
  let end = 0;
  while (end < shorter - from && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}

/** The source that somebody else has saved, if it changes the same words as the writer. */
function SourceConflict({ source: { draft, saver } }: { source: OpenSource }) {
  const theirs = useSyncExternalStore(
    (listener) => saver.subscribe(listener),
    () => draft.theirs,
  );
  if (theirs === undefined) return null;
  const decide = (isOurs: boolean): void => {
    draft.settle(isOurs);
    saver.changed();
    void saver.flush();
  };
  return (
    <section className={styles.card} aria-label={t('conflict')}>
      <p>{t('conflictExplained')}</p>
      <p>{t('conflictTheirs')}</p>
      <pre>{theirs}</pre>
      <Button onClick={() => decide(true)}>{t('conflictKeepOurs')}</Button>{' '}
      <Button onClick={() => decide(false)}>{t('conflictKeepTheirs')}</Button>
    </section>
  );
}
