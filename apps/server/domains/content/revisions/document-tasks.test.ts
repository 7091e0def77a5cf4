import type { ResolvedTarget } from '@lectern/content/references/resolve-target';
import type { Outcomes } from '@lectern/markdown/evaluate-document';
import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { prepareBlocks } from '@lectern/markdown/prepared-blocks';
import { NO_PIECES } from '@lectern/render/pieces';
import { NO_REFERENCES } from '@lectern/render/references';
import { describe, expect, test } from 'vitest';
import { HIDDEN_TARGET } from '../../../content/revisions/visible-revision.ts';
import {
  type DocumentContent,
  type DocumentInput,
  openSource,
  type PlainInput,
  readBlocks,
  readHtml,
  readMarkdown,
} from './document-tasks.ts';

const SOURCES = {
  block: '# A\n\n{% if visitor.claims.a %}\nHidden text\n{% endif %}\n\nSeen text\n',
  nested: '# A\n\n* one\n\n  {% if visitor.claims.a %}\n  Hidden text\n  {% endif %}\n\nSeen text\n',
  inline: '# A\n\nSeen text {% if visitor.claims.a %}Hidden text{% endif %} and\n',
  expression: '# A\n\nSeen text <code class="expression">visitor.claims.name</code>\n',
  link: '# A\n\nSeen text, [the other](hidden-text.md)\n\n{% content-ref url="hidden-text.md" %}\n[hidden-text.md](hidden-text.md)\n{% endcontent-ref %}\n',
};

const HIDDEN = /hidden[ -]text/i;

const targets = new Map<string, ResolvedTarget>([['hidden-text.md', { kind: 'url', url: HIDDEN_TARGET }]]);

const READS = {
  blocks: async (input: DocumentInput, plain: PlainInput) => [
    Buffer.from((await readBlocks.read(input, undefined)).bytes).toString(),
    Buffer.from((await readBlocks.task.run({ input: plain, options: undefined })).bytes).toString(),
  ],
  Markdown: async (input: DocumentInput, plain: PlainInput) => [
    await readMarkdown.read(input, { targets: 'stable' }),
    await readMarkdown.task.run({ input: plain, options: { targets: 'stable' } }),
  ],
  HTML: async (input: DocumentInput, plain: PlainInput) => [
    (await readHtml.read(input, { parts: undefined }))?.html,
    (await readHtml.task.run({ input: plain, options: { parts: undefined } }))?.html,
  ],
};

const contentsOf = (source: string): DocumentContent[] => {
  const prepared = prepareBlocks(parseMarkdown(source).document);
  return [{ source: Buffer.from(source) }, ...(prepared ? [{ prepared }] : [])];
};

describe.each(Object.entries(READS))('%s for visitors', (_name, read) => {
  test.each(Object.entries(SOURCES))(
    'hide what no condition shows, wherever they are read: %s',
    async (_form, text) => {
      for (const content of contentsOf(text))
        for (const outcomes of [undefined, new Map()] as (Outcomes | undefined)[]) {
          const plain = { content, path: undefined, targets };
          const shared = { reusables: undefined, outcomes, isForVisitor: true };
          const known = { destinations: new Map(), pictures: new Map() };
          const [here, inThread] = await read(
            {
              ...shared,
              document: openSource(plain),
              references: NO_REFERENCES,
              draw: async () => NO_PIECES,
            },
            { ...shared, document: plain, known, stored: [] },
          );
          expect(here).toContain('Seen text');
          expect(here).not.toMatch(HIDDEN);
          expect(here).not.toContain('visitor.claims');
          expect(inThread).toBe(here);
        }
    },
  );
});
