/** Begins comments on a page: with a button, a key, or the menu of a block. */
import { Selection } from 'prosemirror-state';
import { useEffect, useRef } from 'react';
import { ALT, addShortcuts, MOD } from '../../app/shortcuts.ts';
import { showError } from '../../app/toasts.tsx';
import { t } from '../../messages/messages.ts';
import type { OpenEditor } from '../../page/open-editor.ts';
import { registerCommands } from '../../palette/commands.ts';
import { markedAt, PENDING, stretchIn } from './comment-marks.ts';
import { type Stretch, targetAt } from './comment-targets.ts';
import { addTools, blockAtCaret, type Tool } from './comment-tools.ts';
import type { NewTarget } from './unsent-texts.ts';

/** A comment that somebody has begun to write. */
export interface BegunComment {
  tool: Tool;
  target: NewTarget;
}

export type Begin = (tool: Tool, stretch: Stretch | 'page' | undefined) => Promise<void>;

/** How long a new comment waits until its words are saved. */
const SAVING_MS = 8000;

/** Returns a function that begins a comment. */
export function useBegin(
  editor: OpenEditor,
  parts: {
    marks: { setPending(stretch: Stretch | undefined): void };
    show(): void;
    activate(id: string): void;
    setWritten(written: BegunComment): void;
  },
): Begin {
  const { marks, show, activate, setWritten } = parts;
  return async (tool, wanted) => {
    const { view, session } = editor;
    const { pageId } = editor.place;
    if (wanted === 'page') {
      show();
      setWritten({ tool, target: { page: pageId } });
      return;
    }
    if (!view) return;
    if (!wanted) {
      const [known] = tool === 'comment' ? markedAt(view, view.state.selection.from) : [];
      if (known !== undefined) {
        show();
        activate(known);
        return;
      }
    }
    const stretch = wanted ?? blockAtCaret(view);
    if (!stretch) return;
    marks.setPending(stretch);
    // The mark shows the words. Selected, they would keep the toolbar over the text around them.
    if (!stretch.isBlock && editor.isEditable)
      view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(stretch.to), -1)));
    show();
    const { saver, draft } = session;
    // The service must have the words that the comment is on.
    if (!saver.isClean) {
      await Promise.race([saver.flush(), new Promise((resolve) => setTimeout(resolve, SAVING_MS))]);
    }
    const target = targetAt(view.state.doc, stretchIn(view, PENDING) ?? stretch);
    const node = target && draft.keyOf(target.handle);
    if (!target || node === undefined || !saver.isClean) {
      marks.setPending(undefined);
      showError(t('commentNeedsSaving'));
      return;
    }
    const { range, text } = target;
    setWritten({
      tool,
      target: {
        page: pageId,
        node,
        ...(range ? { range } : {}),
        text: range?.quote ?? text,
        revision: draft.revision,
      },
    });
  };
}

/** Adds buttons beside the selection. They call the current function. */
export function useTools(editor: OpenEditor, mayComment: boolean, begin: Begin): void {
  const current = useRef(begin);
  current.current = begin;
  useEffect(() => {
    if (!mayComment) return undefined;
    let remove: (() => void) | undefined;
    const stop = editor.whenShown(() => {
      if (editor.view) remove = addTools(editor.view, (tool, stretch) => void current.current(tool, stretch));
    });
    return () => {
      stop();
      remove?.();
    };
  }, [editor, mayComment]);
}

/** The commands of the palette call what is current. The keys are listed with those of other parts. */
export function useCommands(commands: { show(): void; comment: (() => void) | undefined }): void {
  const current = useRef(commands);
  current.current = commands;
  const mayComment = commands.comment !== undefined;
  useEffect(() => addShortcuts({ title: 'comments', shortcuts: [[`${MOD}${ALT}M`, 'comment']] }), []);
  useEffect(
    () =>
      registerCommands('comments', [
        { id: 'comments', label: t('comments'), run: () => current.current.show() },
        ...(mayComment
          ? [{ id: 'comment', label: t('commentOnPage'), run: () => current.current.comment?.() }]
          : []),
      ]),
    [mayComment],
  );
}
