import { whenIdle } from '../../app/when-idle.ts';

type Parser = Pick<typeof import('./markdown-blocks.ts'), 'blocksOfMarkdown' | 'markdownOf'>;

const MOST_WAITING_MS = 2000;

/** The kinds of Markdown that writers often paste. */
const SAMPLE = '# a\n\nb **c** [d](e) `f`\n\n* g\n\n| h |\n| - |\n| i |\n\n```\nj\n```\n';

let isPrepared = false;
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

/**
 * The parser is as large as the editor, so it is loaded after the editor and before it is needed: when the writer
 * pauses. Parsing the first text takes much longer than later ones, so it parses a sample before anybody waits for it.
 */
export function prepareParser(): void {
  if (isPrepared) return;
  isPrepared = true;
  whenIdle(async () => {
    const parser = await loadParser();
    if (parser) whenIdle(() => parser.blocksOfMarkdown(SAMPLE), MOST_WAITING_MS);
    else isPrepared = false;
  }, MOST_WAITING_MS);
}
