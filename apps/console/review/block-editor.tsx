/** The editor for texts within reviews, in a chunk of its own: only those who write need it. */
import { Plugin, Selection, type Transaction } from 'prosemirror-state';
import { useEffect, useRef } from 'react';
import type { TextPlace } from '../api/place.ts';
import { showError } from '../app/toasts.tsx';
import type { DocumentNode } from '../editor/convert/document-json.ts';
import { findBlock } from '../editor/convert/find-block.ts';
import { blockToDocument, toDocument } from '../editor/convert/to-document.ts';
import { toEditor } from '../editor/convert/to-editor.ts';
import { createEditorView } from '../editor/create-editor.ts';
import { createEditorState } from '../editor/editor-state.ts';
import { writeSource } from '../editor/input/block-source.ts';
import type { EditorParts } from '../editor/input/editor-parts.ts';
import { loadViewsFor } from '../editor/views/load-views.ts';
import { t } from '../messages/messages.ts';
import { createParts } from '../page/create-parts.ts';
import styles from './block-editor.module.css';

interface BlockEditorProps {
  place: TextPlace;
  /** The accessible name. */
  label: string;
  /** The blocks of the text. */
  blocks: readonly DocumentNode[];
  /** The blocks with the user’s changes; undefined if there are none. */
  edited?: readonly DocumentNode[] | undefined;
  /** The ids of the blocks that can be inserted where no files can be. Without it, all blocks and files can be. */
  offered?: ReadonlySet<string>;
  /** Whether the caret is at its end when it opens. */
  isFocused?: boolean;
  /** Returns the Markdown of a block. `isChanged`: whether the user has changed it. */
  readSource(block: DocumentNode, isChanged: boolean): Promise<string | undefined>;
  onChange(nodes: DocumentNode[]): void;
  /** Called when a block was edited as Markdown, because its blocks are known only after parsing. */
  onReread(): void;
  /** Called for Escape, unless it closes a menu. */
  onLeave(): void;
  /** Called for Ctrl+Enter. Without it, the keys work as on a page. */
  onSubmit?(): void;
}

/** How long a change waits for the next one before it is passed on. */
const TOGETHER_MS = 150;

/** The editor of pages, for a text within a review. Changed properties take effect when it is opened anew. */
export function BlockEditor(props: BlockEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const current = useRef(props);
  current.current = props;
  useEffect(() => (host.current ? openEditor(host.current, () => current.current) : undefined), []);
  return <div ref={host} className={styles.editor} />;
}

/** Shows the editor in an element. Returns how to close it. */
function openEditor(host: HTMLElement, current: () => BlockEditorProps): () => void {
  const { place, label, blocks, edited, offered, isFocused = false } = current();
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
      offered,
      async readSource(handle) {
        const block = findBlock(state.doc, handle);
        if (!block) return undefined;
        return current().readSource(blockToDocument(block), !findBlock(read, handle)?.eq(block));
      },
      async writeSource(handle, markdown) {
        writeSource(state, handle, markdown, dispatch);
        pass();
        current().onReread();
      },
    },
  );
  let state = createEditorState(edited ? toEditor({ object: 'document', nodes: [...edited] }) : read, {
    ...(offered ? withoutFiles(parts) : parts),
    leaving: leavingKeys(current, pass),
  });
  if (isFocused) state = state.apply(state.tr.setSelection(Selection.atEnd(state.doc)));
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
      label,
      dispatch,
      // Also when the focus leaves it, so that a click on a button finds what was written.
      onIdle: pass,
    });
    if (isFocused) view.focus();
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

/** The keys that leave the text. */
const leavingKeys = (current: () => BlockEditorProps, pass: () => void): Plugin =>
  new Plugin({
    props: {
      handleKeyDown(_view, { key, ctrlKey, metaKey }) {
        const { onLeave, onSubmit } = current();
        const leave = key === 'Escape' ? onLeave : key === 'Enter' && (ctrlKey || metaKey) && onSubmit;
        if (!leave) return false;
        pass();
        leave();
        return true;
      },
    },
  });

/** Refuses files where there is no page that could have them. */
function withoutFiles(parts: EditorParts): EditorParts {
  const refuse = (): void => showError(t('noFilesHere'));
  return {
    ...parts,
    uploads: {
      ...parts.uploads,
      insert() {
        refuse();
        return true;
      },
      async send(_view, files) {
        refuse();
        return files.map(() => undefined);
      },
      ask: refuse,
      replace: refuse,
    },
    upload: () => Promise.reject(new Error(t('noFilesHere'))),
  };
}
