import { Plugin } from 'prosemirror-state';

let loaded: typeof import('./block-commands.ts') | undefined;
let isLoading = false;

async function load(): Promise<void> {
  if (isLoading) return;
  isLoading = true;
  try {
    loaded = await import('./block-commands.ts');
  } catch {
    isLoading = false;
  }
}

/** The selection of whole blocks, and its keys. Their commands are loaded when the text gets the focus. */
export const wholeBlocks = (): Plugin =>
  new Plugin({
    props: {
      handleDOMEvents: {
        focus: () => {
          void load();
          return false;
        },
      },
      handleKeyDown: (view, event) => view.editable && loaded?.handleBlockKey(view, event) === true,
      handleTextInput: (view, _from, _to, text) => loaded?.typeBelow(view, text) ?? false,
      decorations: (state) => loaded?.markSelected(state),
    },
  });
