import { describe, expect, test } from 'vitest';
import { attributeOf, findByTag, type HtmlElement, parseHtml } from './html-tree.ts';
import { endTag, startTag, writeNode } from './write-html.ts';

const read = (html: string): HtmlElement => {
  const body = findByTag(parseHtml(`<body>${html}`), 'body') as HtmlElement;
  return body.childNodes[0] as HtmlElement;
};

describe('an element', () => {
  test.each([
    '<p title="&quot;a&quot; &amp; b">a &lt; b &amp; c&nbsp;d<br>e<img src="a.png" alt=""></p>',
    '<svg viewBox="0 0 1 1"><path d="M0 0"></path></svg>',
    '<math><mi>x</mi></math>',
    '<details open=""><summary>a</summary></details>',
  ])('is written as it was read: %s', (html) => {
    expect(writeNode(read(html))).toBe(html);
  });

  test('is written without comments', () => {
    expect(writeNode(read('<p>a<!-- b -->c</p>'))).toBe('<p>ac</p>');
  });

  test('can have other start tags, which are escaped', () => {
    const startOf = (element: HtmlElement): string =>
      startTag(element, [{ name: 'title', value: `"${attributeOf(element, 'id')}` }]);
    expect(writeNode(read('<p id="a<b"><b id="c">d</b></p>'), startOf)).toBe(
      '<p title="&quot;a&lt;b"><b title="&quot;c">d</b></p>',
    );
  });

  test('has an end tag unless HTML has none for it', () => {
    expect([read('<p></p>'), read('<hr>')].map(endTag)).toEqual(['</p>', '']);
  });
});
