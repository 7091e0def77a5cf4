import { Plugin, PluginKey } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import { t } from '../../messages/messages.ts';
import { blockToEditor } from '../convert/to-editor.ts';
import { element } from '../views/element.ts';

/** A file of the space. */
interface UploadedFile {
  id: string;
  isPicture: boolean;
}

/** Sends a file to the service. `onProgress`: from 0 to 1. */
export type SendFile = (file: File, onProgress: (part: number) => void) => Promise<UploadedFile>;

export interface Uploads {
  plugin: Plugin;
  /** Uploads files, and inserts a block for each where it was dropped, or at the selection. */
  insert(view: EditorView, files: readonly File[], position?: number): boolean;
  /** Asks for a file first. */
  ask(view: EditorView, accept: string): void;
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
            Decoration.widget(add.position, add.dom, { id: add.id, side: 1 }),
          ]);
        return remove
          ? mapped.remove(mapped.find(undefined, undefined, (spec) => spec.id === remove))
          : mapped;
      },
    },
    props: { decorations: (state) => key.getState(state) },
  });

  async function upload(view: EditorView, file: File, position: number): Promise<void> {
    const id = {};
    const bar = element('progress', {
      max: '1',
      value: '0',
      'aria-label': t('uploading', { name: file.name }),
    });
    const dom = element(
      'div',
      { class: 'uploading', contenteditable: 'false' },
      element('span', {}, file.name),
      bar,
    );
    view.dispatch(view.state.tr.setMeta(key, { add: { id, position, dom } }));
    const placeOf = (): number | undefined =>
      key.getState(view.state)?.find(undefined, undefined, (spec) => spec.id === id)[0]?.from;
    try {
      const made = await send(file, (part) => {
        bar.value = part;
      });
      const place = placeOf();
      if (view.isDestroyed || place === undefined) return;
      const block = blockToEditor(made.isPicture ? imageOf(made.id) : fileOf(made.id));
      view.dispatch(view.state.tr.insert(place, block).setMeta(key, { remove: id }));
    } catch (error) {
      if (view.isDestroyed) return;
      const close = element('button', { type: 'button', class: 'block-button' }, t('close'));
      close.addEventListener('click', () => view.dispatch(view.state.tr.setMeta(key, { remove: id })));
      const reason = error instanceof Error ? error.message : '';
      bar.replaceWith(element('span', { role: 'alert' }, t('uploadFailed', { reason })), close);
    }
  }

  const insert: Uploads['insert'] = (view, files, position) => {
    const place = blockPlace(view, position ?? view.state.selection.from);
    for (const file of files) void upload(view, file, place);
    return true;
  };
  return {
    plugin,
    insert,
    ask(view, accept) {
      const input = element('input', { type: 'file', accept, multiple: true });
      input.addEventListener('change', () => insert(view, [...(input.files ?? [])]));
      input.click();
    },
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
const imageOf = (id: string) => ({
  object: 'block' as const,
  type: 'images',
  isVoid: false,
  data: {},
  nodes: [{ object: 'block' as const, type: 'image', isVoid: true, data: { ref: ref(id), alt: '' } }],
});
const fileOf = (id: string) => ({
  object: 'block' as const,
  type: 'file',
  isVoid: true,
  data: { ref: ref(id) },
});
