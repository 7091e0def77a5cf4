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

/** Blocks that are selected as wholes, and their keys. What they do is loaded when the text gets the focus. */
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
