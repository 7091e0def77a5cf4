import { Plugin, PluginKey } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import type { DocumentNode } from '../convert/document-json.ts';
import { blockToEditor } from '../convert/to-editor.ts';
import { element } from '../views/element.ts';
import type { SendFile, UploadedFile } from './sent-file.ts';

export interface Uploads {
  plugin: Plugin;
  /** Uploads files, and inserts a block for each where it was dropped, or at the selection. */
  insert(view: EditorView, files: readonly File[], position?: number): boolean;
  /** Uploads files that belong into what is being pasted, and returns their ids. Undefined for those that failed. */
  send(view: EditorView, files: readonly File[]): Promise<(string | undefined)[]>;
  /** Asks for a file first. */
  ask(view: EditorView, accept: string): void;
  /** Asks for a file, uploads it and passes its id on. */
  replace(view: EditorView, position: number, use: (file: UploadedFile) => void): void;
}

interface Change {
  add?: { id: object; position: number; dom: HTMLElement };
  remove?: object;
}

const key = new PluginKey<DecorationSet>('uploads');

/** Until a file has arrived, its progress is shown in its place; the text around it can be edited. */
export function createUploads(send: SendFile): Uploads {
  const plugin = new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply(transaction, set) {
        const mapped = set.map(transaction.mapping, transaction.doc);
        const { add, remove } = (transaction.getMeta(key) as Change | undefined) ?? {};
        if (add)
          return mapped.add(transaction.doc, [
            Decoration.widget(add.position, add.dom, { id: add.id, side: 1, ignoreSelection: true }),
          ]);
        return remove
          ? mapped.remove(mapped.find(undefined, undefined, (spec) => spec.id === remove))
          : mapped;
      },
    },
    props: { decorations: (state) => key.getState(state) },
  });
  const queue = createQueue(send);

  async function upload(
    view: EditorView,
    file: File,
    position: number,
    finish: (made: UploadedFile | undefined, place: number) => void,
  ): Promise<void> {
    const id = {};
    const dom = element('div', { class: 'uploading', contenteditable: 'false' }, file.name);
    view.dispatch(view.state.tr.setMeta(key, { add: { id, position, dom } }));
    const { showUpload } = await import('./show-upload.ts');
    showUpload(dom, file, queue, (made) => {
      if (view.isDestroyed) return;
      const place = key.getState(view.state)?.find(undefined, undefined, (spec) => spec.id === id)[0]?.from;
      view.dispatch(view.state.tr.setMeta(key, { remove: id }));
      // If the text around it was deleted, the file is not inserted.
      if (place !== undefined) finish(made, place);
    });
  }

  const insert: Uploads['insert'] = (view, files, position) => {
    const place = blockPlace(view, position ?? view.state.selection.from);
    for (const file of files)
      void upload(view, file, place, (made, at) => {
        if (!made) return;
        const block = blockToEditor(made.isPicture ? imageOf(made.id) : fileOf(made.id));
        view.dispatch(view.state.tr.insert(at, block));
      });
    return true;
  };
  return {
    plugin,
    insert,
    send(view, files) {
      const place = blockPlace(view, view.state.selection.from);
      return Promise.all(
        files.map(
          (file) =>
            new Promise<string | undefined>((resolve) => {
              void upload(view, file, place, (made) => resolve(made && `/files/${made.id}`));
            }),
        ),
      );
    },
    ask(view, accept) {
      askForFiles(accept, true, (files) => insert(view, files));
    },
    replace(view, position, use) {
      askForFiles('image/*', false, ([file]) => {
        if (file) void upload(view, file, position, (made) => made && use(made));
      });
    },
  };
}

function askForFiles(accept: string, multiple: boolean, use: (files: File[]) => void): void {
  const input = element('input', { type: 'file', accept, multiple });
  input.addEventListener('change', () => use([...(input.files ?? [])]));
  input.click();
}

/** Files that are being uploaded at the same time. */
const AT_ONCE = 3;

/** Uploads queued files. */
function createQueue(send: SendFile): SendFile {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (file, onProgress) => {
    if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
    try {
      return await send(file, onProgress);
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}

/** The end of the block at the top of the page that a position is in. */
function blockPlace(view: EditorView, position: number): number {
  const place = view.state.doc.resolve(position);
  for (let depth = place.depth; depth > 0; depth--) {
    const parent = place.node(depth - 1);
    const index = place.indexAfter(depth - 1);
    const { images } = view.state.schema.nodes;
    if (images && parent.canReplaceWith(index, index, images)) return place.after(depth);
  }
  return position;
}

const ref = (id: string) => ({ kind: 'file', file: id });
const imageOf = (id: string): DocumentNode => ({
  object: 'block',
  type: 'images',
  isVoid: false,
  data: {},
  nodes: [{ object: 'block', type: 'image', isVoid: true, data: { ref: ref(id), alt: '' } }],
});
const fileOf = (id: string): DocumentNode => ({
  object: 'block',
  type: 'file',
  isVoid: true,
  data: { ref: ref(id) },
});
