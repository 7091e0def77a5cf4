import { Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import type { LinkTargets } from '../links/link-target.ts';
import { ownSlice } from './copy.ts';
import { codeSlice, textSlice, withoutOwnKeys } from './fresh-keys.ts';
import { prepareParser } from './markdown-parser.ts';
import type { Pasted, PasteParts } from './pasted.ts';
import type { Uploads } from './uploads.ts';

/** How long after the shortcut the browser may fire the paste event. */
const PLAIN_MS = 500;

type Reader = typeof import('./read-pasted.ts');
let loading: Promise<Reader | undefined> | undefined;

function loadReader(): Promise<Reader | undefined> {
  loading ??= import('./read-pasted.ts').catch(() => {
    loading = undefined;
    return undefined;
  });
  return loading;
}

/** Handles pasted and dropped content: HTML of any program, Markdown, and files. */
export function paste(uploads: Uploads, targets: LinkTargets): Plugin {
  let plainUntil = 0;
  return new Plugin({
    props: {
      // Content that is dropped from elsewhere. Pasted content has been cleaned already.
      transformPasted: withoutOwnKeys,
      clipboardTextParser: (text, $context) =>
        $context.parent.type.name === 'code_line' ? codeSlice(text) : textSlice(text),
      handleDOMEvents: {
        focus: () => {
          prepareParser();
          void loadReader();
          return false;
        },
        keydown: (_view, { key, shiftKey, ctrlKey, metaKey, timeStamp }) => {
          const isPlain = shiftKey && (ctrlKey || metaKey) && key.toLowerCase() === 'v';
          if (isPlain) plainUntil = timeStamp + PLAIN_MS;
          return false;
        },
        paste(view, event) {
          const { target, clipboardData } = event;
          if (!clipboardData || !view.editable) return false;
          if (target instanceof HTMLElement && target.closest('input, textarea') !== null) return false;
          const pasted = readClipboard(clipboardData);
          const isPlain = event.timeStamp < plainUntil;
          event.preventDefault();
          pasteData(view, event, isPlain ? { ...pasted, html: '' } : pasted, { isPlain, uploads, targets });
          return true;
        },
      },
      handleDrop(view, event, _slice, isMoved) {
        const { dataTransfer, clientX, clientY } = event;
        if (isMoved || !dataTransfer) return false;
        const files = [...dataTransfer.files];
        const place = view.posAtCoords({ left: clientX, top: clientY });
        const html = dataTransfer.getData('text/html');
        if (files.length === 0 && (html === '' || ownSlice(html))) return false;
        event.preventDefault();
        if (files.length > 0) return uploads.insert(view, files, place?.pos);
        void pasteCleaned(
          view,
          readClipboard(dataTransfer),
          { isPlain: false, uploads, targets },
          place?.pos,
        );
        return true;
      },
    },
  });
}

function readClipboard(data: DataTransfer): Pasted {
  const html = data.getData('text/html');
  const mode = data.getData('vscode-editor-data');
  return {
    text: data.getData('text/plain'),
    html,
    files: [...data.files],
    codeMode: /"mode":\s*"([^"]+)"/.exec(mode)?.[1],
    isFromCodeEditor:
      mode !== '' ||
      /<meta[^<>]*vscode|data-vscode|class="?CodeMirror|font-family:[^":]*(?:JetBrains Mono|Menlo, Monaco)/i.test(
        html,
      ),
  };
}

function pasteData(view: EditorView, event: ClipboardEvent, pasted: Pasted, parts: PasteParts): void {
  const { $from } = view.state.selection;
  const { text, html, files } = pasted;
  if ($from.parent.type.name === 'code_line') {
    view.dispatch(view.state.tr.replaceSelection(codeSlice(text)).scrollIntoView());
    return;
  }
  // Spreadsheets and Word also put an image of the copied content on the clipboard.
  if (files.length > 0 && html === '') {
    parts.uploads.insert(view, files);
    return;
  }
  const own = ownSlice(html);
  if (own) {
    const isCells = view.someProp('handlePaste', (handle) => handle(view, event, own));
    if (!isCells) view.dispatch(view.state.tr.replaceSelection(own).scrollIntoView().setMeta('paste', true));
    return;
  }
  if (parts.isPlain) {
    view.pasteText(text);
    return;
  }
  void pasteCleaned(view, pasted, parts);
}

/** The reader for other programs may still be loading. If it fails to load, plain text is pasted. */
async function pasteCleaned(
  view: EditorView,
  pasted: Pasted,
  parts: PasteParts,
  position?: number,
): Promise<void> {
  const reader = await loadReader();
  if (view.isDestroyed) return;
  if (reader) await reader.readPasted(view, pasted, { ...parts, position });
  else view.pasteText(pasted.text);
}
