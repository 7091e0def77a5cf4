import { canonicalText, withoutAnchors } from '@lectern/markdown/canonical';
import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { describe, expect, test } from 'vitest';
import { readCorporaPages } from '../../../../packages/markdown/test/corpora-pages.ts';
import { whyNoCorpora } from '../../../../test/git-fixtures.ts';
import type { DocumentJson } from './document-json.ts';
import { toDocument } from './to-document.ts';
import { toEditor } from './to-editor.ts';

const SOURCES: Record<string, string> = {
  marks: 'A **bold _both_** and `code`, <kbd>Esc</kbd>, ~~gone~~, x<sup>2</sup>, H<sub>2</sub>O.',
  links: '[one](https://a.example)[two](https://a.example) and [**bold** link](https://b.example "Title").',
  breaks: 'A line\\\nanother line',
  lists: '* one\n  1. first\n  2. second\n\n     more\n* two\n\n- [ ] open\n- [x] done',
  blocks: '> quote\n>\n> more\n\n---\n\n```js title="x"\nlet a;\n\nb\n```\n\n$$\nx^2\n$$',
  hint: '{% hint style="warning" %}\nText\n\n* item\n{% endhint %}',
  tabs: '{% tabs %}\n{% tab title="A" %}\nx\n{% endtab %}\n{% tab title="B" %}\ny\n{% endtab %}\n{% endtabs %}',
  details: '<details>\n\n<summary>Title</summary>\n\nBody\n\n</details>',
  table: '| a | b |\n| - | :-: |\n| 1 | **2** |\n| 3 | 4 |',
  'table of values':
    '<table><thead><tr><th>Name</th><th data-type="checkbox">Done</th><th data-hidden></th></tr></thead><tbody><tr><td>x</td><td>true</td><td>y</td></tr></tbody></table>',
  'heading with an anchor in a cell':
    '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td><h3>Title <a href="#own" id="own"></a></h3></td></tr></tbody></table>',
  'table with spans':
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td colspan="2">wide</td></tr><tr><td>1</td><td>2</td></tr></tbody></table>',
  unknown: '{% unknown %}\n\nText <!-- comment --> more.\n\n{% endunknown %}',
  images: '![alt](https://a.example/a.png)\n\nText ![in line](https://a.example/b.png) more.',
  condition: '{% if visitor.claims.a %}\nText\n{% endif %}',
};

const parse = (source: string): DocumentJson =>
  parseMarkdown(`# Title\n\n${source}`).document as unknown as DocumentJson;
const canonical = ({ nodes }: DocumentJson): string => canonicalText((nodes as never[]).map(withoutAnchors));

describe('a document is the same after the editor', () => {
  test.each(Object.entries(SOURCES))('%s', (_name, source) => {
    const document = parse(source);
    expect(canonical(toDocument(toEditor(document)))).toBe(canonical(document));
  });

  test('without blocks, there is a paragraph to write in', () => {
    expect(toEditor(parse('')).toString()).toBe('doc(paragraph)');
  });

  test.skipIf(whyNoCorpora)('every page of the corpora', () => {
    const different = readCorporaPages().flatMap(({ path, source }) => {
      const document = parse(source);
      return canonical(toDocument(toEditor(document))) === canonical(document) ? [] : [path];
    });
    expect(different).toEqual([]);
  });
});
