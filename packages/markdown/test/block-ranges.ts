import { isSame, withoutAnchors } from '../src/canonical.ts';
import { type Block, type DocumentNode, type Fragment, isText } from '../src/document.ts';
import { type ParsedDocument, parseMarkdown, type Range } from '../src/parse-markdown.ts';

/** Blocks whose text means the same wherever it stands, if it is in one line. */
const ALONE = new Set<Block['type']>([
  'paragraph',
  'heading-1',
  'heading-2',
  'heading-3',
  'divider',
  'embed',
  'file',
]);

/** Ranges that are missing, that lie outside those of their parents, or whose text is not the block. */
export function findFaultyRanges(source: string, parsed = parseMarkdown(source)): string[] {
  const faults: string[] = [];
  const whole = { start: 0, end: source.length };
  for (const node of parsed.document.nodes) check({ source, parsed, faults, isMarkdown: true }, node, whole);
  return faults;
}

interface Check {
  source: string;
  parsed: ParsedDocument;
  faults: string[];
  /** Whether what is read is Markdown, and not a cell or an element. */
  isMarkdown: boolean;
}

function check(all: Check, node: DocumentNode | Fragment, around: Range): void {
  if (node.object === 'text' || node.object === 'inline') return;
  const isKnown = node.object === 'fragment' || node.type !== 'code-line';
  const range = all.parsed.blockRanges.get(node.key ?? '');
  const text = range && all.source.slice(range.start, range.end);
  const name = `${node.type ?? 'cell'} ${JSON.stringify(text)?.slice(0, 80)}`;
  if (isKnown && !range && !isEmpty(node)) all.faults.push(`${name} has no range`);
  if (range && (range.start < around.start || range.end > around.end || range.start > range.end))
    all.faults.push(
      `${name} lies outside ${JSON.stringify(all.source.slice(around.start, around.end)).slice(0, 80)}`,
    );
  if (
    node.object === 'block' &&
    text !== undefined &&
    all.isMarkdown &&
    ALONE.has(node.type) &&
    isAlone(text)
  ) {
    const definitions = all.source.match(/^\[[^\]]*\]:.*$/gm)?.join('\n') ?? '';
    const [read] = parseMarkdown(`x\n\n${text}\n\n${definitions}`).document.nodes.slice(1);
    if (!read || !isSame([withoutAnchors(read)], [withoutAnchors(node)]))
      all.faults.push(`${name} is not what it is read as`);
  }
  const isMarkdown =
    all.isMarkdown && node.object === 'block' && node.type !== 'table' && node.type !== 'images';
  for (const child of node.nodes ?? [])
    check({ ...all, isMarkdown: isMarkdown && !isAlertTitle(node, child) }, child, range ?? around);
  if (node.object === 'block')
    for (const fragment of node.fragments ?? []) {
      const isBody = fragment.type === 'expandable-body' || node.type === 'embed';
      check({ ...all, isMarkdown: all.isMarkdown && isBody }, fragment, range ?? around);
    }
}

/** Text whose meaning does not come from lines around it. */
const isAlone = (text: string): boolean => !/[\r\n]|\[\^/.test(text) && !/^[<]/.test(text);

const isEmpty = (node: Block | Fragment): boolean =>
  (node.nodes ?? []).every(
    (child) =>
      (isText(child as DocumentNode) &&
        (child as { leaves: { text: string; source?: string }[] }).leaves.every(
          ({ text, source }) => text === '' && source === undefined,
        )) ||
      (child.object === 'block' && isEmpty(child)),
  ) &&
  (node.object === 'fragment' || (node.fragments ?? []).length === 0);

/** The title of an alert has a mark that is not written. */
const isAlertTitle = (node: Block | Fragment, child: object): boolean =>
  node.type === 'hint' && node.data.alert !== undefined && node.nodes[0] === child;
