import type { Block, JSONDocument } from '@lectern/markdown/document';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import { type Files, putContent } from '../../../../../test/content.ts';
import { addSpace } from '../../../../../test/factories.ts';
import { violationsOfClientSchema } from '../../../../../test/oracle.ts';

const at = (expression: string): string => `<code class="expression">${expression}</code>`;

const PAGE = `---
vars:
  level: 3
---

# Page

Level ${at('page.vars.level')} of **${at('space.vars.product')}** for ${at('visitor.claims.name')}.

{% if visitor.claims.plan === "pro" %}
Only for pro.

{% include ".gitbook/includes/note.md" %}
{% endif %}

{% if !(visitor.claims.plan === "pro") %}
For all others.

{% include ".gitbook/includes/note.md" %}
{% endif %}

{% if Date.now() >= Date.parse("2027-01-01") %}
From 2027.
{% endif %}

{% tabs %}
{% if page.vars.level > 5 %}
{% tab title="Expert" %}
Hard.
{% endtab %}
{% endif %}
{% endtabs %}

Year ${at('Date.now() >= Date.parse("2027-01-01") ? "2027" : "2026"')}.
`;

const FILES: Files = {
  'README.md': PAGE,
  'plain.md': '# Plain\n\nThe same to all, with [a link](README.md).\n',
  'large.md': `# Large\n\n${'A line of text with **marks**.\n\n'.repeat(1000)}${PAGE.slice(PAGE.indexOf('Level'))}`,
  '.gitbook/includes/note.md': `---\ntitle: Note\n---\n\nNote at level ${at('page.vars.level')}.\n\n{% if space.vars.product === "Other" %}\nOther\n{% endif %}\n`,
  '.gitbook/vars.yaml': 'product: Lectern\n',
};

const clock = createTestClock(new Date('2026-11-22T12:00:00Z'));
const moveTo = (time: string): void => clock.advance(Date.parse(time) - clock.now().getTime());
let app: TestApp;
let spaceId: string;
let ids: Record<string, string>;
let noteId: string;
let revisionId: string;

beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now });
  spaceId = await addSpace(app);
  await putContent(app, spaceId, FILES);
  const revision = (await get('/content')).json();
  revisionId = revision.id;
  noteId = revision.reusableContents[0].id;
  ids = Object.fromEntries(
    revision.pages.map((page: { title: string; id: string }) => [page.title, page.id]),
  );
});
afterAll(() => app.close());

const get = async (path: string) => app.request('GET', `/v1/spaces/${spaceId}${path}`);
const textOf = (document: JSONDocument): string =>
  [...JSON.stringify(document).matchAll(/"text":"([^"]*)"/g)].map(([, text]) => text).join('|');
const typesOf = (document: JSONDocument): string[] => document.nodes.map(({ type }: Block) => type);

describe('a document', () => {
  const read = async (query: string, path = `/content/page/${ids.Page}`): Promise<JSONDocument> => {
    const response = (await get(`${path}?${query}`)).json();
    const document = response.object === 'document' ? response : response.document;
    // The client knows no conditions around tabs.
    if (!query.startsWith('evaluated=true')) return document;
    expect(violationsOfClientSchema('JSONDocument', document)).toEqual([]);
    return document;
  };

  test('is shown as it is unless asked for', async () => {
    const plain = await read('');
    expect(await read('evaluated=false')).toEqual(plain);
    expect(JSON.stringify(plain)).toContain('"type":"expression"');
    expect(typesOf(plain)).toEqual(['paragraph', 'if', 'if', 'if', 'tabs', 'paragraph']);
  });

  test('is evaluated for a reader without claims', async () => {
    const document = await read('evaluated=true');
    expect(typesOf(document)).toEqual(['paragraph', 'paragraph', 'reusable-content', 'paragraph']);
    const text = textOf(document);
    expect(text).toBe('Level |3| of |Lectern| for ||.|For all others.|Year |2026|.');
    expect(JSON.stringify(document)).toContain(
      '{"object":"leaf","text":"Lectern","marks":[{"object":"mark","type":"bold"}]}',
    );
  });

  test('keeps what depends on the time if asked to', async () => {
    const document = await read('evaluated=deterministic-only');
    expect(typesOf(document)).toEqual(['paragraph', 'paragraph', 'reusable-content', 'if', 'paragraph']);
    expect(JSON.stringify(document)).toContain('"type":"expression"');
    expect(textOf(document)).not.toContain('Only for pro');
  });

  test('is evaluated with the reusable contents that it includes, with its own variables', async () => {
    for (const evaluated of ['true', 'deterministic-only']) {
      const document = await read(`evaluated=${evaluated}&dereferenced=reusable-contents`);
      expect(textOf(document)).toContain('Note at level |3|.');
      expect(textOf(document)).not.toContain('Other');
      expect(JSON.stringify(document)).not.toContain('"reusable-content"');
    }
    const alone = await read(
      'evaluated=true',
      `/revisions/${revisionId}/reusable-contents/${noteId}/document`,
    );
    expect(textOf(alone)).toBe('Note at level ||.');
  });

  test('is the same wherever it is read', async () => {
    for (const query of [
      'evaluated=true',
      'evaluated=deterministic-only',
      'evaluated=true&dereferenced=true',
    ]) {
      const document = await read(query);
      const { documentId } = (await get(`/content/page/${ids.Page}`)).json();
      for (const path of [
        '/content/path/readme',
        `/revisions/${revisionId}/page/${ids.Page}`,
        `/revisions/${revisionId}/path/readme`,
        `/revisions/${revisionId}/page/${ids.Page}/document`,
        `/documents/${documentId}`,
      ])
        expect(await read(query, path), path).toEqual(document);
    }
  });

  test('that is large is evaluated, too', async () => {
    const document = await read('evaluated=true&dereferenced=true', '/content/path/large');
    expect(typesOf(document).slice(1000)).toEqual(['paragraph', 'paragraph', 'paragraph', 'paragraph']);
    // Its front matter has no variables.
    expect(textOf(document)).toContain('Level || of |Lectern|');
  });
});

describe('Markdown', () => {
  const read = async (query: string, path = `/content/page/${ids.Page}`): Promise<string> =>
    (await get(`${path}?format=markdown&${query}`)).json().markdown;

  const evaluated = `---
vars:
  level: 3
---

# Page

Level 3 of **Lectern** for .

For all others.

{% include ".gitbook/includes/note.md" %}

Year 2026.
`;

  test('is cut, and every other byte stays', async () => {
    expect(await read('evaluated=false')).toBe(PAGE);
    expect(await read('evaluated=true')).toBe(evaluated);
    expect(await read('evaluated=true', `/revisions/${revisionId}/path/readme`)).toBe(evaluated);
    const later = await read('evaluated=deterministic-only');
    expect(later).toContain('{% if Date.now() >= Date.parse("2027-01-01") %}\nFrom 2027.\n{% endif %}');
    expect(later).not.toContain('Only for pro');
  });

  test('is evaluated with references by id and with reusable contents', async () => {
    const tag = '{% include ".gitbook/includes/note.md" %}';
    expect(await read('evaluated=true&format.markdown.refs=stable')).toBe(
      evaluated.replace(tag, `{% include "/reusable-contents/${noteId}" %}`),
    );
    for (const refs of ['relative', 'stable'])
      expect(await read(`evaluated=true&dereferenced=true&format.markdown.refs=${refs}`)).toBe(
        evaluated.replace(tag, 'Note at level 3.'),
      );
  });

  test('of a large page is evaluated, too', async () => {
    const markdown = await read('evaluated=true', '/content/path/large');
    const lines = FILES['large.md'] as string;
    expect(markdown).toBe(
      lines.slice(0, lines.indexOf('Level')) +
        evaluated.slice(evaluated.indexOf('Level')).replace('Level 3', 'Level '),
    );
  });
});

describe('the answer to a question', () => {
  /** Counts what is done beyond sending an answer that is ready. */
  async function countWork(work: () => Promise<unknown>): Promise<{ opened: number; read: number }> {
    const counts = { opened: 0, read: 0 };
    const { content } = app.app;
    const { open, getBlocks, getSource } = content;
    content.open = (...of) => {
      counts.opened += 1;
      return open(...of);
    };
    content.getBlocks = (...of) => {
      counts.read += 1;
      return getBlocks(...of);
    };
    content.getSource = (...of) => {
      counts.read += 1;
      return getSource(...of);
    };
    try {
      await work();
    } finally {
      Object.assign(content, { open, getBlocks, getSource });
    }
    return counts;
  }

  test('is ready for the second caller, whichever evaluation they ask for', async () => {
    for (const evaluated of ['true', 'deterministic-only']) {
      const path = `/content/page/${ids.Page}?metadata=false&evaluated=${evaluated}`;
      const first = await get(path);
      const counts = await countWork(async () => {
        expect((await get(path)).body).toBe(first.body);
      });
      expect(counts).toEqual({ opened: 0, read: 0 });
    }
  });

  test('is shared with callers who do not ask for an evaluation if there is nothing to evaluate', async () => {
    const path = `/content/page/${ids.Plain}`;
    const plain = await get(path);
    const counts = await countWork(async () => {
      expect((await get(`${path}?evaluated=true`)).body).toBe(plain.body);
    });
    expect(counts).toEqual({ opened: 1, read: 0 });
  });

  test('changes at the time that a condition names, and at no other', async () => {
    const read = async (evaluated: string): Promise<string> =>
      (await get(`/content/page/${ids.Page}?format=markdown&evaluated=${evaluated}`)).json().markdown;
    moveTo('2026-12-31T23:59:59Z');
    const [before, deterministic] = [await read('true'), await read('deterministic-only')];
    moveTo('2027-01-01T00:00:00Z');
    const after = await read('true');
    expect(before).not.toContain('From 2027');
    expect(after).toBe(before.replace('Year 2026.', 'Year 2027.').replace('Year', 'From 2027.\n\nYear'));
    expect(await read('deterministic-only')).toBe(deterministic);
    const counts = await countWork(async () => {
      moveTo('2028-01-01T00:00:00Z');
      expect(await read('true')).toBe(after);
    });
    expect(counts).toEqual({ opened: 0, read: 0 });
  });
});
