/**
 * OpenAPI specs as readers and programs see them: in blocks that authors wrote, and on pages that are generated from a
 * spec.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Files, putContent } from '../../../test/content.ts';
import { addSpace } from '../../../test/factories.ts';
import { writeComputedEntry } from '../../../test/fixtures/published/computed/computed-pages.ts';
import { buildSiteGround, type SiteGround } from '../../../test/fixtures/published/machines/site.ts';
import { runJobs } from '../../../test/jobs.ts';
import { findHtmlErrors } from '../../../test/published-html.ts';

const pet = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, owner: { $ref: '#/components/schemas/Owner' } },
};
const SPEC = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  servers: [{ url: 'https://api.pets.example' }],
  tags: [{ name: 'owners', 'x-displayName': 'Owners', description: 'Who *keeps* pets.' }],
  paths: {
    '/pets': {
      get: {
        tags: ['pets'],
        summary: 'List pets',
        description: 'With **all** their owners.\n\n<script>alert(1)</script>',
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', maximum: 100 } }],
        responses: {
          200: {
            description: 'The pets',
            content: {
              'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Pet' } } },
            },
          },
        },
      },
      post: {
        tags: ['pets'],
        summary: 'Add a pet',
        deprecated: true,
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
      },
    },
    '/owners/{id}': { get: { tags: ['owners'], operationId: 'getOwner' } },
  },
  webhooks: { petAdded: { post: { summary: 'A pet was added' } } },
  components: {
    schemas: {
      Pet: pet,
      Owner: { type: 'object', properties: { email: { type: 'string', format: 'email' } } },
    },
  },
};

const summaryWith = (props: Record<string, unknown>): string =>
  `* [Welcome](README.md)\n* [Written](written.md)\n* [Files](old/files.md)\n* [Long](long.md)\n${writeComputedEntry('pets', props)}* [Last](last.md)\n`;

const CONTENT: Files = {
  'SUMMARY.md': summaryWith({ models: true }),
  'README.md': '# Welcome\n\nHello.\n',
  'last.md': '# Last\n\nThe end.\n',
  'specs/pets.yaml':
    'openapi: 3.0.0\ninfo: {title: Pets, version: "1"}\npaths: {/old: {get: {summary: Old way}}}\n',
  'specs/broken.yaml': 'openapi: [',
  // Long enough for a thread, with an include.
  'long.md': `# Long\n\n${'Many words. '.repeat(8000)}\n\n{% openapi src="specs/pets.yaml" path="/old" method="get" %}\n[pets.yaml](specs/pets.yaml)\n{% endopenapi %}\n\n{% include ".gitbook/includes/note.md" %}\n`,
  '.gitbook/includes/note.md':
    '{% openapi-operation spec="pets" path="/pets" method="get" %}\n[pets](https://example.com)\n{% endopenapi-operation %}\n',
  'old/files.md': `# Files

* Item

  {% openapi src="../specs/pets.yaml" path="/old" method="get" %}
  [pets.yaml](../specs/pets.yaml)
  {% endopenapi %}

{% swagger src="../specs/broken.yaml" path="/old" method="get" %}
[broken.yaml](../specs/broken.yaml)
{% endswagger %}

{% openapi src="https://api.example.com/pets.json" path="/pets" method="get" %}
[pets.json](https://api.example.com/pets.json)
{% endopenapi %}

[The file](../specs/pets.yaml)
`,
  'written.md': `# Written

See [the list](#get-pets).

{% openapi-operation spec="pets" path="/pets" method="get" %}
[OpenAPI pets](https://elsewhere.example.com)
{% endopenapi-operation %}

* In a list:

  {% openapi-schemas spec="pets" schemas="Owner" grouped="false" %}
  [OpenAPI pets](https://elsewhere.example.com)
  {% endopenapi-schemas %}

{% openapi-operation spec="pets" path="/gone" method="get" %}
[OpenAPI pets](https://elsewhere.example.com)
{% endopenapi-operation %}

{% openapi-webhook spec="pets" name="petAdded" method="post" %}
[OpenAPI pets](https://elsewhere.example.com)
{% endopenapi-webhook %}
`,
};

let site: SiteGround;
let spaceId: string;
let path: string;

async function publishSpec(spec: object): Promise<void> {
  const source = { text: JSON.stringify(spec) };
  const response = await site.app.request('PUT', `/v1/orgs/${site.app.organizationId}/openapi/pets`, {
    body: { source },
  });
  expect([200, 201]).toContain(response.statusCode);
  await runJobs(site.app);
}

interface FoundResult {
  href: string;
  section?: { title: [string][]; href: string };
  operation?: { method: string; path: [string, boolean][] };
}

const ask = async (query: string): Promise<{ results: FoundResult[] }> =>
  JSON.parse(await read(`~/search.json?q=${encodeURIComponent(query)}`));

/** The addresses of the parts that are found, below the site. */
const search = async (query: string): Promise<string[]> =>
  (await ask(query)).results.flatMap(({ section }) => (section ? section.href.slice(path.length + 1) : []));

beforeAll(async () => {
  site = await buildSiteGround();
  spaceId = await addSpace(site.app, { title: 'Reference' });
});
afterAll(async () => site?.close());
beforeEach(async () => {
  await putContent(site.app, spaceId, CONTENT);
  await publishSpec(SPEC);
  ({ path } = await site.addPublishedSite({ spaceIds: [spaceId] }));
});

const read = async (page: string): Promise<string> => {
  const { status, text } = await site.visit(`${path}/${page}`);
  expect(status, page).toBe(200);
  return text;
};

describe('a block of an operation', () => {
  test('shows what it takes and answers, with code that calls it', async () => {
    const text = await read('written');
    expect(text).toContain('<h2 id="get-pets" class="anchored">List pets');
    expect(text).toContain(
      '<span class="method method-get">GET</span><code><span class="api-server">https://api.pets.example</span><wbr>/pets</code>',
    );
    expect(text).toContain('With <strong>all</strong> their owners.');
    expect(text).not.toContain('<script>alert');
    expect(text).toMatch(
      /<li id="\S+\.query\.limit"><p class="api-field"><code>limit<\/code> <span class="api-type">integer<\/span>/,
    );
    expect(text).toContain('maximum: <code>100</code>');
    expect(text).toContain('array of Pet');
    expect(text).toMatch(/<p class="tab-title">Python<\/p>/);
    expect(text).toContain('https://api.pets.example/pets');
    // In the outline of the page.
    expect(text).toContain('<a href="#get-pets">List pets</a>');
  });

  test('says that the spec has none of it', async () => {
    expect(await read('written')).toContain(
      '<code>/gone</code><span class="api-note">The API description does not contain this',
    );
  });

  test('is Markdown for machines, in the place where it stands', async () => {
    const text = await read('written.md');
    expect(text).toContain('## List pets\n\n`GET /pets`');
    expect(text).toContain('* `limit` (integer)');
    expect(text).toContain('  ## Owner\n');
    expect(text).toContain('  * `email` (string \\<email\\>)');
    expect(text).toContain('{% openapi-operation spec="pets" path="/gone" method="get" %}');
    expect(text).not.toContain('path="/pets"');
  });

  test('changes with the spec, also for readers who ask again', async () => {
    for (let turn = 0; turn < 3; turn += 1) expect(await read('written')).toContain('List pets');
    const { get, ...rest } = SPEC.paths['/pets'];
    await publishSpec({ ...SPEC, paths: { '/pets': { get: { ...get, summary: 'All pets' }, ...rest } } });
    expect(await read('written')).toContain('All pets');
    expect(await read('written.md')).toContain('## All pets');
    await site.app.request('DELETE', `/v1/orgs/${site.app.organizationId}/openapi/pets`);
    expect(await read('written')).not.toContain('All pets');
  });
});

describe('a block of what changed', () => {
  const slug = 'told';
  const publish = async (spec: object): Promise<void> => {
    const source = { text: JSON.stringify(spec) };
    await site.app.request('PUT', `/v1/orgs/${site.app.organizationId}/openapi/${slug}`, {
      body: { source },
    });
    await runJobs(site.app);
  };
  const WITHOUT_OWNERS = { ...SPEC, paths: { '/pets': SPEC.paths['/pets'] } };

  test('lists the versions below the heading where it stands, and follows the spec', async () => {
    const source =
      '# News\n\n## Changes\n\n{% openapi-changelog spec="told" %}\n\n* {% openapi-changelog spec="told" %}\n\n## After\n\nText.\n';
    await putContent(site.app, spaceId, {
      'SUMMARY.md': '* [Home](README.md)\n* [News](news.md)\n',
      'README.md': '# Home\n',
      'news.md': source,
    });
    for (let turn = 0; turn < 2; turn += 1)
      expect(await read('news')).toContain('<p>There is no description of this API.</p>');
    expect(await read('news.md')).toContain(
      '## Changes\n\nThere is no description of this API.\n\n* There is no description of this API.\n\n## After',
    );
    await publish(SPEC);
    for (let turn = 0; turn < 2; turn += 1)
      expect(await read('news')).toContain('<p>No changes to this API are known yet.</p>');
    expect(await read('news.md')).toContain('No changes to this API are known yet.');
    await publish(WITHOUT_OWNERS);
    const text = await read('news');
    expect(text).toContain(
      '<h2 id="changes" class="anchored">Changes\u00a0<a class="anchor" href="#changes" aria-label="Link to this section">#</a></h2>\n<h3 id="id-2026-03-01" class="anchored">',
    );
    expect(text).toContain('<h3 id="id-2026-03-01-1" class="anchored">');
    expect(text).toContain('<strong>Breaking:</strong> operation removed <code>GET /owners/<wbr>{id}</code>');
    expect(text).toContain('<a href="#id-2026-03-01">2026-03-01</a>');
    expect(await findHtmlErrors(text)).toEqual([]);
    const told = '**Breaking:** operation removed `GET /owners/{id}`';
    expect(await read('news.md')).toContain(
      `## Changes\n\n### 2026-03-01\n\n* ${told}\n\n* ### 2026-03-01\n\n  * ${told}\n\n## After`,
    );
    expect(await read('llms-full.txt')).toContain(told);
    await publish({ ...SPEC, paths: {} });
    expect(await read('news')).toContain('<code>POST /pets</code>');
    expect(await read('news.md')).toContain('`POST /pets`');
    await site.app.request('DELETE', `/v1/orgs/${site.app.organizationId}/openapi/${slug}`);
    expect(await read('news')).toContain('<p>There is no description of this API.</p>');
  });

  test('is the same on pages that are made in a thread', async () => {
    await publish(SPEC);
    await publish(WITHOUT_OWNERS);
    await putContent(site.app, spaceId, {
      'README.md': `# Home\n\n${'Many words. '.repeat(8000)}\n\n{% openapi-changelog spec="told" %}\n`,
    });
    expect(await read('')).toContain('<h3 id="id-2026-03-01" class="anchored" aria-level="2">2026-03-01');
    expect(await read('readme.md')).toContain('### 2026-03-01');
  });

  test('comes back from a document as it was written', async () => {
    const source = "# News\n\n{% openapi-changelog   spec='told' %}\n\nText.\n";
    await putContent(site.app, spaceId, { 'README.md': source });
    const get = async (format: string) => {
      const url = `/v1/spaces/${spaceId}/content/path/readme?format=${format}`;
      return (await site.app.request('GET', url)).json();
    };
    const { id, document } = await get('document');
    expect(document.nodes[0]).toMatchObject({
      type: 'integration',
      isVoid: true,
      data: { integration: 'lectern', block: 'openapi-changelog', props: { spec: 'told' } },
    });
    document.nodes[1].nodes[0].leaves[0].text = 'Other text.';
    const saved = await site.app.request('POST', `/v1/spaces/${spaceId}/content`, {
      body: { changes: [{ operation: 'update_page', page: id, document: { document } }] },
    });
    expect(saved.statusCode).toBe(200);
    expect((await get('markdown')).markdown).toContain(
      "{% openapi-changelog   spec='told' %}\n\nOther text.",
    );
  });
});

test('blocks of long pages, and of what they include, are shown', async () => {
  const text = await read('long');
  expect(text).toContain('<h2 id="get-old" class="anchored">Old way');
  expect(text).toContain('<h2 id="get-pets" class="anchored">List pets');
  const markdown = await read('long.md');
  expect(markdown).toContain('## Old way');
  expect(markdown).toContain('## List pets');
});

describe('a block of a spec that has an address', () => {
  test('shows a file of the space', async () => {
    const text = await read('files');
    expect(text).toContain('<h2 id="get-old" class="anchored">Old way');
    expect(text.match(/class="api-note"/g)).toHaveLength(2);
    const markdown = await read('files.md');
    expect(markdown).toContain('* Item\n\n  ## Old way\n\n  `GET /old`');
    expect(markdown).toMatch(/{% swagger src="https:[^"]*" path/);
    expect(markdown).toMatch(/\[The file\]\(https:\/\/sites.example.com\/files\//);
  });

  test('shows the spec of the organization that is fetched from there', async () => {
    await site.app.context.transact(async ({ trx, announce }) => {
      const values = { source_url: 'https://api.example.com/pets.json' };
      await trx.updateTable('openapi_spec').set(values).where('slug', '=', 'pets').execute();
      announce({ kind: 'specs', organizationId: site.app.organizationId, slug: 'pets' });
    });
    expect(await read('files')).toContain('>List pets');
    expect(await read('files.md')).toContain('## List pets');
  });
});

test('all of it is valid HTML', async () => {
  for (const page of ['written', 'files', 'pets', 'webhooks', 'models'])
    expect(await findHtmlErrors(await read(page)), page).toEqual([]);
});

describe('a computed entry', () => {
  test('stands for a page for each tag, for webhooks and for schemas, in its place', async () => {
    const text = await read('');
    const links = [...text.matchAll(/<li><a href="([^"]*)"[^>]*><span>([^<]*)<\/span>/g)].map(
      ([, href, title]) => `${title} ${href}`,
    );
    const at = links.indexOf(`Written ${path}/written`);
    expect(links.slice(at, at + 8)).toEqual([
      `Written ${path}/written`,
      `Files ${path}/files`,
      `Long ${path}/long`,
      `Owners ${path}/owners`,
      `pets ${path}/pets`,
      `Webhooks ${path}/webhooks`,
      `Models ${path}/models`,
      `Last ${path}/last`,
    ]);
  });

  test('its pages have the operations, and stand between the others', async () => {
    const text = await read('pets');
    expect(text).toContain('<h2 id="get-pets" class="anchored">List pets');
    expect(text).toContain('<h2 id="post-pets" class="anchored">Add a pet');
    expect(text).toContain(`<a rel="prev" href="${path}/owners">`);
    expect(text).toContain(`<a rel="next" href="${path}/webhooks">`);
    expect(await read('owners')).toContain('GET /owners/{id}');
    expect(await read('owners')).toContain('Who <em>keeps</em> pets.');
    expect(await read('webhooks')).toContain('A pet was added');
    expect(await read('models')).toMatch(/<h2 id="pet"[^>]*>Pet.*<h2 id="owner"[^>]*>Owner/s);
  });

  test('is there for machines', async () => {
    expect(await read('pets.md')).toMatch(/^# pets\n\n## List pets/);
    expect(await read('llms.txt')).toContain(`- [Owners](https://sites.example.com${path}/owners.md)`);
    expect(await read('llms-full.txt')).toContain('## Add a pet');
    expect(await read('sitemap-pages.xml')).toContain(`${path}/models</loc>`);
  });

  test('is found by names, paths, parameters and fields', async () => {
    expect((await search('add a pet'))[0]).toBe('pets#post-pets');
    expect((await search('getOwner'))[0]).toBe('owners#get-owners-id');
    expect((await search('get /pets')).slice(0, 2)).toEqual(['written#get-pets', 'pets#get-pets']);
    expect(await search('limit')).toEqual(['written#get-pets', 'pets#get-pets']);
    expect(await search('owner')).toContain('models#owner');
    // A field of a field.
    expect(await search('email')).toContain('pets#get-pets');
    expect(await search('nowhere')).toEqual([]);
  });

  test('is found with the method and the path, after a page that somebody wrote about the same thing', async () => {
    await putContent(site.app, spaceId, {
      ...CONTENT,
      'SUMMARY.md': `${summaryWith({ models: true })}* [Add a pet](adding.md)\n* [Start](start.md)\n`,
      'adding.md': '# Add a pet\n\nHow a pet is added.\n',
      'start.md': '# Start\n\n## Add a pet\n\nFirst.\n\n## Go on\n\nThen.\n',
    });
    const { results } = await ask('add a pet');
    expect(results[0]).toMatchObject({ href: `${path}/adding` });
    const ofSpec = results.find(({ operation }) => operation?.method === 'POST');
    expect(ofSpec).toMatchObject({
      operation: {
        method: 'POST',
        path: [
          ['/', false],
          ['pets', true],
        ],
      },
      section: { href: `${path}/pets#post-pets` },
    });
    const page = await read(`~/search?q=${encodeURIComponent('add a pet')}`);
    expect(page).toContain('<span class="method method-post">POST</span> <code>/<mark>pets</mark></code>');
  });

  test('is found by nothing that is hidden', async () => {
    const values = { type: 'string', enum: ['zeppelin'] };
    const answer = (properties: object): object => ({
      200: { description: '', content: { 'application/json': { schema: { properties } } } },
    });
    await publishSpec({
      ...SPEC,
      paths: {
        ...SPEC.paths,
        '/shown': { get: { responses: answer({ open: { enum: ['balloon'] } }) } },
        '/internal': { get: { 'x-internal': true, responses: answer({ type: values }) } },
        '/ignored': { get: { 'x-gitbook-ignore': true, responses: answer({ type: values }) } },
        '/partly': { get: { responses: answer({ type: { ...values, 'x-internal': true } }) } },
      },
    });
    const shows =
      '{% openapi-operation spec="pets" path="/shown" method="get" %}\n[pets](https://example.com)\n';
    await putContent(site.app, spaceId, {
      'SUMMARY.md': `* [Home](README.md)\n* [Pro](pro.md)\n* [Left out](out.md)\n* [Hidden](hidden.md)\n${writeComputedEntry('pets', {})}`,
      'README.md': '# Home\n',
      'pro.md': `---\nif: visitor.claims.plan == "pro"\n---\n\n# Pro\n\n${shows}{% endopenapi-operation %}\n`,
      'out.md': `---\nnoIndex: true\n---\n\n# Left out\n\n${shows}{% endopenapi-operation %}\n`,
      'hidden.md': `---\nhidden: true\n---\n\n# Hidden\n\n${shows}{% endopenapi-operation %}\n`,
    });
    expect(await search('zeppelin')).toEqual([]);
    const found = await search('balloon');
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/#get-shown$/);
    expect(found[0]).not.toMatch(/^(?:pro|out|hidden)/);
  });

  test('follows the spec', async () => {
    await read('webhooks');
    await publishSpec({ ...SPEC, webhooks: {}, tags: [{ name: 'pets', summary: 'All about pets' }] });
    expect((await site.visit(`${path}/webhooks`)).status).toBe(404);
    expect(await read('all-about-pets')).toContain('List pets');
  });

  test('can have a page that lists what changed', async () => {
    const slug = 'changing';
    const publish = async (spec: object): Promise<void> => {
      const source = { text: JSON.stringify(spec) };
      const url = `/v1/orgs/${site.app.organizationId}/openapi/${slug}`;
      await site.app.request('PUT', url, { body: { source } });
      await runJobs(site.app);
    };
    await publish(SPEC);
    await putContent(site.app, spaceId, {
      'README.md': '# Home\n',
      'SUMMARY.md': `* [Home](README.md)\n${writeComputedEntry(slug, { changelog: true })}`,
    });
    // With the first version, nothing has changed.
    expect((await site.visit(`${path}/changelog`)).status).toBe(404);
    const { '/owners/{id}': _gone, ...paths } = SPEC.paths;
    await publish({ ...SPEC, paths });
    const text = await read('changelog');
    expect(text).toContain('<h2 id="id-2026-03-01"');
    expect(text).toContain('<strong>Breaking:</strong> operation removed <code>GET /owners/<wbr>{id}</code>');
    expect(await read('changelog.md')).toContain('## 2026-03-01');
    await publish({ ...SPEC, paths: {} });
    expect(await read('changelog')).toContain('<code>POST /pets</code>');
  });

  test('can have a page for each operation', async () => {
    await putContent(site.app, spaceId, {
      ...CONTENT,
      'SUMMARY.md': summaryWith({ grouping: 'by-operation' }),
    });
    expect(await read('pets/add-a-pet')).toContain('<span class="api-flag">Deprecated</span>');
    expect((await site.visit(`${path}/models`)).status).toBe(404);
    expect((await site.visit(`${path}/pets`)).location).toBe(`${path}/pets/list-pets`);
  });

  test('gives way to a page that somebody wrote', async () => {
    await putContent(site.app, spaceId, {
      ...CONTENT,
      'SUMMARY.md': `${summaryWith({ models: true })}* [Pets](pets.md)\n`,
      'pets.md': '# Pets\n',
    });
    expect(await read('pets')).toContain('<h1>Pets</h1>');
    expect(await read('pets-1')).toContain('List pets');
  });

  test('stands for nothing without its spec', async () => {
    await site.app.request('DELETE', `/v1/orgs/${site.app.organizationId}/openapi/pets`);
    expect((await site.visit(`${path}/pets`)).status).toBe(404);
    expect(await read('')).not.toContain('Webhooks');
  });
});
