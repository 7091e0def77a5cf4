import fc from 'fast-check';
import { parseFragment } from 'parse5';
import { describe, expect, test } from 'vitest';
import { Html, html } from './html.ts';

describe('a template', () => {
  test('escapes its insertions', () => {
    expect(String(html`<p title="${'"&\''}">${'<script>'}</p>`)).toBe(
      '<p title="&quot;&amp;&#39;">&lt;script&gt;</p>',
    );
  });

  test('takes markup as it is, also in lists', () => {
    const items = ['<', '>'].map((text) => html`<li>${text}</li>`);
    expect(String(html`<ul>${items}</ul>${[[html`<br>`]]}`)).toBe('<ul><li>&lt;</li><li>&gt;</li></ul><br>');
  });

  test('renders nothing for missing values, and renders zero', () => {
    expect(String(html`${undefined}${null}${false}${''}${0}`)).toBe('0');
  });

  test('takes nothing that only looks like markup', () => {
    const pretender = { toString: () => '<script>' } as unknown as string;
    expect(() => String(html`${pretender}`)).toThrow();
    expect(() => new Html(Symbol('html') as never, '<script>')).toThrow();
  });

  test('gives back any text, as text and as an attribute', () => {
    const text = fc.string({ unit: 'binary' }).filter((some) => !/[\0\r\ud800-\udfff]/u.test(some));
    fc.assert(
      fc.property(text, (some) => {
        const [element] = parseFragment(String(html`<b title="${some}">${some}</b>`)).childNodes as {
          attrs: { name: string; value: string }[];
          childNodes: { value: string }[];
        }[];
        expect(element?.attrs).toEqual([{ name: 'title', value: some }]);
        expect(element?.childNodes.map(({ value }) => value).join('')).toBe(some);
      }),
    );
  });
});
