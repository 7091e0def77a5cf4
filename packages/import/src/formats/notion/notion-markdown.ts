import type { MarkupElement } from '../shared/markup/markup.ts';
import { plainRules, plainSyntax } from '../shared/markup/plain-markdown.ts';
import type { HintStyle } from '../shared/markup/write-containers.ts';
import { writeHint } from '../shared/markup/write-containers.ts';
import type { WriteElement } from '../shared/markup/write-markup.ts';
import type { SiteTool } from '../shared/site/convert-page.ts';

const EMOJI_STYLES: readonly (readonly [RegExp, HintStyle])[] = [
  [/^(?:⚠|🚧|❗|❕|🔔)/u, 'warning'],
  [/^(?:🚨|⛔|🛑|❌|🔥)/u, 'danger'],
  [/^(?:✅|👍|🎉|☑|✔)/u, 'success'],
];

/** Derives the style of a callout from its emoji: Notion has no styles of its own. */
export const styleOfEmoji = (text: string): HintStyle =>
  EMOJI_STYLES.find(([pattern]) => pattern.test(text.trim()))?.[1] ?? 'info';

/** Writes the callout in an `<aside>`, which contains its emoji and its content. */
const writeCallout: WriteElement = (element, writer) => {
  writeHint({ element, style: styleOfEmoji(firstTextOf(element)) }, writer);
};

function firstTextOf({ children }: MarkupElement): string {
  const [first] = children;
  return first?.kind === 'text' ? (first.lines.find(({ text }) => text.trim() !== '')?.text ?? '') : '';
}

/** The tool that converts the Markdown of Notion. */
export const notionTool = (resolve: SiteTool['resolve'], isRow: (path: string) => boolean): SiteTool => ({
  syntaxOf: () => plainSyntax(),
  rulesOf: () => plainRules({ hasMath: true }, new Map([['aside', writeCallout]])),
  isKnownModule: () => true,
  findModule: () => undefined,
  resolve,
  prepare: (body, page) => demoteMarkdownHeadings(isRow(page.path) ? listProperties(body) : body),
});

/** Moves headings one level down, because those of Notion begin with the level of the title. */
function demoteMarkdownHeadings(body: string): string {
  let fence: string | undefined;
  let isTitle = true;
  return body
    .split('\n')
    .map((line) => {
      const marker = /^[ \t]*(`{3,}|~{3,})/.exec(line)?.[1];
      if (marker !== undefined && (fence === undefined || line.trim().startsWith(fence)))
        fence = fence === undefined ? marker : undefined;
      const isHeading = fence === undefined && /^#{1,5} /.test(line);
      const isFirst = isTitle && line.trim() !== '';
      if (line.trim() !== '') isTitle = false;
      return isHeading && !isFirst ? `#${line}` : line;
    })
    .join('\n');
}

/** Turns the properties of a database row, which are lines below the title, into a list. */
function listProperties(body: string): string {
  const match = /^(\s*# [^\n]*\n\s*\n)((?:[^\n:#][^\n:]{0,100}: [^\n]*\n)+)/.exec(body);
  if (!match) return body;
  const list = match[2]!
    .trimEnd()
    .split('\n')
    .map((line) => {
      const colon = line.indexOf(': ');
      return `* **${line.slice(0, colon)}**: ${line.slice(colon + 2)}`;
    });
  return `${match[1]!}${list.join('\n')}\n${body.slice(match[0].length)}`;
}
