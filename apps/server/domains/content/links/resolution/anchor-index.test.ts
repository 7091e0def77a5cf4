import { readReferences } from '@lectern/content/facts/references';
import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import fc from 'fast-check';
import GithubSlugger from 'github-slugger';
import { expect, test } from 'vitest';
import { findAnchor } from './anchor-index.ts';

const word = fc.constantFrom(
  ...['Install', 'the', 'API', 'v2', '1.', '1.1:', 'A', '&', '/', 'C++', 'don’t', '(beta)', '`code`', 'a_b'],
  ...[
    '安装',
    '步骤，',
    'Über',
    '3.0.1',
    '--flag',
    ':tada:',
    'e.g.',
    '**bold**',
    'Q&A',
    '!',
    '?',
    'Ж',
    '한국어',
  ],
);
const heading = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));
const foldOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
const headings = fc
  .uniqueArray(heading, { minLength: 1, maxLength: 8, selector: foldOf })
  .map((texts) => texts.filter((text) => foldOf(text) !== ''));

/** The text that GitHub makes an anchor of: without marks of emphasis and code. */
const shownOnGithub = (text: string): string => text.replace(/\*\*|`/g, '');

test('links with the anchors of GitHub mean the headings that they mean there', () => {
  fc.assert(
    fc.property(headings, fc.boolean(), (written, isUnderlined) => {
      // Underlined, a number could begin a list.
      const texts = written.map((text) => (isUnderlined ? `H ${text}` : text));
      const slugger = new GithubSlugger();
      const write = (text: string): string => (isUnderlined ? `${text}\n---\n` : `## ${text}\n`);
      const parsed = parseMarkdown(`Text\n\n${texts.map(write).join('\n')}`);
      const ids = parsed.document.nodes.flatMap(({ meta }) => (meta && 'id' in meta ? meta.id : []));
      expect(ids).toHaveLength(texts.length);
      const references = readReferences(parsed, {});
      for (const [i, text] of texts.entries())
        expect([text, findAnchor(references, slugger.slug(shownOnGithub(text)))]).toEqual([text, ids[i]]);
    }),
    { numRuns: 200 },
  );
});
