/** The editor for the text of a conflict, in a chunk of its own: only those who write a text need it. */
import { Plugin, type Transaction } from 'prosemirror-state';
import { useEffect, useRef } from 'react';
import type { RequestPlace } from '../../api/change-request.ts';
import { previewDecision } from '../../api/conflicts.ts';
import type { DocumentNode } from '../../editor/convert/document-json.ts';
import { findBlock } from '../../editor/convert/find-block.ts';
import { blockToDocument, toDocument } from '../../editor/convert/to-document.ts';
import { toEditor } from '../../editor/convert/to-editor.ts';
import { createEditorView } from '../../editor/create-editor.ts';
import { createEditorState } from '../../editor/editor-state.ts';
import { sourceOf, writeSource } from '../../editor/input/block-source.ts';
import { loadViewsFor } from '../../editor/views/load-views.ts';
import { t } from '../../messages/messages.ts';
import { createParts } from '../../page/create-parts.ts';
import styles from './conflicts.module.css';
import { decisionOf } from './use-own-text.ts';

interface BlockEditorProps {
  place: RequestPlace & { pageId: string };
  conflictId: string;
  text: string;
  /** The blocks of the text. */
  blocks: readonly DocumentNode[];
  /** The blocks with the user’s changes; undefined if there are none. */
  edited: readonly DocumentNode[] | undefined;
  onChange(nodes: DocumentNode[]): void;
  /** Called when a block was edited as Markdown, because its blocks are known only after parsing. */
  onReread(): void;
  /** Called for Escape. */
  onLeave(): void;
}

/** How long a change waits for the next one before it is passed on. */
const TOGETHER_MS = 150;

/** The editor of pages, for the text of a conflict. Changed properties take effect when it is opened anew. */
export function BlockEditor(props: BlockEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const current = useRef(props);
  current.current = props;
  useEffect(() => (host.current ? openEditor(host.current, () => current.current) : undefined), []);
  return <div ref={host} className={styles.editor} />;
}

/** Shows the editor in an element. Returns how to close it. */
function openEditor(host: HTMLElement, current: () => BlockEditorProps): () => void {
  const { place, conflictId, text, blocks, edited } = current();
  const read = toEditor({ object: 'document', nodes: [...blocks] });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isChanged = false;
  const pass = (): void => {
    clearTimeout(timer);
    if (isChanged) current().onChange(toDocument(state.doc).nodes);
    isChanged = false;
  };
  const parts = createParts(
    place,
    {},
    {
      async readSource(handle) {
        const block = findBlock(state.doc, handle);
        if (!block) return undefined;
        const source = sourceOf(blocks, handle, text) ?? '';
        if (findBlock(read, handle)?.eq(block)) return source;
        const changed = decisionOf({ text: source, nodes: [blockToDocument(block)] });
        return (await previewDecision(place, conflictId, changed)).text;
      },
      async writeSource(handle, markdown) {
        writeSource(state, handle, markdown, dispatch);
        pass();
        current().onReread();
      },
    },
  );
  // The last plugin: menus and tools of the text take the key first.
  const leaving = new Plugin({
    props: {
      handleKeyDown(_view, { key }) {
        if (key === 'Escape') current().onLeave();
        return key === 'Escape';
      },
    },
  });
  const begun = createEditorState(
    edited ? toEditor({ object: 'document', nodes: [...edited] }) : read,
    parts,
  );
  let state = begun.reconfigure({ plugins: [...begun.plugins, leaving] });
  let view: ReturnType<typeof createEditorView> | undefined;
  const dispatch = (transaction: Transaction): void => {
    state = state.apply(transaction);
    view?.updateState(state);
    if (!transaction.docChanged) return;
    isChanged = true;
    clearTimeout(timer);
    timer = setTimeout(pass, TOGETHER_MS);
  };
  let isGone = false;
  const show = (): void => {
    if (isGone) return;
    view = createEditorView(host, {
      state,
      isEditable: true,
      label: t('newText'),
      dispatch,
      // Also when the focus leaves it, so that a click on a button finds what was written.
      onIdle: pass,
    });
  };
  const loading = loadViewsFor(state.doc);
  if (loading) void loading.then(show, show);
  else show();
  return () => {
    isGone = true;
    pass();
    view?.destroy();
  };
}
