type Parser = Pick<typeof import('./markdown-blocks.ts'), 'blocksOfMarkdown' | 'markdownOf'>;

const PREPARATION_MS = 2000;
let loading: Promise<Parser | undefined> | undefined;
let loaded: Parser | undefined;

/** Undefined if it cannot be loaded. It is tried again the next time. */
export function loadParser(): Promise<Parser | undefined> {
  loading ??= import('./markdown-blocks.ts').then(
    ({ blocksOfMarkdown, markdownOf }) => {
      loaded = { blocksOfMarkdown, markdownOf };
      return loaded;
    },
    () => {
      loading = undefined;
      return undefined;
    },
  );
  return loading;
}

/** The parser, if it is loaded. */
export const loadedParser = (): Parser | undefined => loaded;

/** The parser is as large as the editor, so it is loaded after the editor and before it is needed. */
export function prepareParser(): void {
  if (!loading) setTimeout(() => void loadParser(), PREPARATION_MS);
}
