/** What a part of a spec says is on the page and in its Markdown, each by one example. */
import type { Json } from '@lectern/openapi/resolve';
import { describe, expect, test } from 'vitest';
import { type ShownPart, showOperation as show } from '../../../test/show-operation.ts';

const showOperation = (operation: Json, rest: Json = {}): ShownPart =>
  show(
    { openapi: '3.2.0', paths: { '/things': { post: { responses: {}, ...operation } } }, ...rest },
    'post',
    '/things',
  );

const text = { type: 'string' };
const bodyOf = (schema: Json): Json => ({ requestBody: { content: { 'application/json': { schema } } } });
const refTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

describe('alternatives', () => {
  test('that only require fields show the fields, with their types', () => {
    const schema = {
      type: 'object',
      properties: { email: { type: 'string' }, phone: { type: 'integer' } },
      anyOf: [{ required: ['email'] }, { required: ['phone'] }],
      dependentRequired: { email: ['phone'] },
      not: { required: ['fax'] },
    };
    const { page, markdown } = showOperation(bodyOf(schema));
    expect(page).toMatch(/Any of:.*email string required.*phone integer required/);
    expect(page).toMatch(/Not:.*fax any required/);
    expect(page).toMatch(/If email is given:.*phone integer required/);
    expect(markdown).toMatch(/\*Any of:\* any \(any\)\n {2}\* `email` \(string, required\)/);
    expect(markdown).toMatch(/\*Not:\* any \(any\)\n {2}\* `fax` \(any, required\)/);
  });

  const schemas = {
    Pet: {
      type: 'object',
      properties: { kind: text },
      discriminator: {
        propertyName: 'kind',
        mapping: { cat: refTo('Cat').$ref, kitten: refTo('Cat').$ref, dog: 'Dog' },
      },
    },
    Cat: { allOf: [refTo('Pet'), { type: 'object', properties: { lives: text } }] },
    Dog: { type: 'object', properties: { barks: text } },
  };

  test('that several values of a discriminator select show each of them', () => {
    const { page, markdown } = showOperation(bodyOf(refTo('Pet')), { components: { schemas } });
    expect(page).toMatch(/Cat ?kind: ?cat ?kitten/);
    expect(markdown).toContain('*One of:* cat, kitten (Cat)');
    expect(showOperation(bodyOf(refTo('Cat')), { components: { schemas } }).page).toMatch(
      /kind string ?Allowed values: "cat" "kitten"/,
    );
  });

  test('that only the mapping of a list of alternatives names are shown, too', () => {
    const { Dog, Pet } = schemas;
    const either = { oneOf: [{ ...Dog, title: 'Listed' }, refTo('Dog')], discriminator: Pet.discriminator };
    const { page, markdown } = showOperation(bodyOf(either), { components: { schemas } });
    expect(page).toMatch(/Dog ?kind: ?dog.*Cat ?kind: ?cat ?kitten/);
    expect(markdown).toContain('*One of:* cat, kitten (Cat)');
  });

  test('say which of them all other values of a discriminator select', () => {
    const other = { type: 'object', properties: { note: text } };
    const either = {
      oneOf: [refTo('Cat'), refTo('Dog')],
      discriminator: { propertyName: 'kind', defaultMapping: 'Other' },
    };
    const listed = showOperation(bodyOf(either), { components: { schemas: { ...schemas, Other: other } } });
    expect(listed.page).toMatch(/Other ?kind: ?Other ?Otherwise/);
    expect(listed.markdown).toContain('*One of:* Other (Other, for all other values)');
    const Pet = {
      ...schemas.Pet,
      discriminator: { propertyName: 'kind', defaultMapping: refTo('Other').$ref },
    };
    const named = showOperation(bodyOf(refTo('Pet')), {
      components: { schemas: { ...schemas, Pet, Other: other } },
    });
    expect(named.page).toMatch(/Cat ?kind: ?Cat ?lives string ?Other ?kind: ?Other ?Otherwise/);
    expect(named.markdown).toContain('for all other values');
  });

  test('of alternatives are shown, too, with the values that select them', () => {
    const Kitten = { allOf: [refTo('Cat'), { type: 'object', properties: { plays: text } }] };
    const Pet = { ...schemas.Pet, discriminator: { propertyName: 'kind' } };
    const components = { schemas: { ...schemas, Kitten, Pet } };
    const { page, markdown } = showOperation(bodyOf(refTo('Pet')), { components });
    expect(page).toMatch(/Cat ?kind: ?Cat ?lives string.*Kitten ?kind: ?Kitten.*plays string/);
    expect(markdown).toMatch(/\*One of:\* Kitten \(Kitten\)\n(?: {2}\* .*\n)* {2}\* `plays`/);
    expect(showOperation(bodyOf(refTo('Kitten')), { components }).page).toMatch(
      /kind string ?Allowed values: "Kitten"/,
    );
    const nested = { oneOf: [{ title: 'Either', oneOf: [refTo('Cat'), refTo('Dog')] }, { type: 'integer' }] };
    const within = showOperation(bodyOf(nested), { components: { schemas } });
    expect(within.page).toMatch(/Either.*One of: ?.*Cat.*lives string.*Dog ?barks string/);
    expect(within.markdown).toMatch(/\*One of:\* Either .*\n {2}\* \*One of:\* Cat/);
  });

  test('that are deprecated say so', () => {
    const { page, markdown } = showOperation(
      bodyOf({ oneOf: [text, { type: 'integer', deprecated: true }] }),
    );
    expect(page).toContain('integer Deprecated');
    expect(markdown).toContain('(integer, deprecated)');
  });
});

test('what names of fields must be like is shown with everything that is said of them', () => {
  const names = { Names: { type: 'string', pattern: '^a', maxLength: 7 } };
  const schema = { type: 'object', propertyNames: refTo('Names') };
  const { page, markdown } = showOperation(bodyOf(schema), { components: { schemas: names } });
  expect(page).toContain('propertyNames: {"type":"string","pattern":"^a","maxLength":7}');
  expect(markdown).toContain('names: `{"type":"string","pattern":"^a","maxLength":7}`');
});

test('the formats of the items of lists are shown with the types of the lists', () => {
  const list = (items: Json): Json => ({ type: 'array', items });
  const properties = {
    days: list({ type: ['string', 'null'], format: 'date' }),
    rows: list(list({ type: 'integer', format: 'int64' })),
    files: list({ type: 'string', format: 'binary' }),
  };
  const operation = {
    parameters: [{ name: 'at', in: 'query', schema: list({ ...text, format: 'date-time' }) }],
    ...bodyOf({ type: 'object', properties }),
  };
  const { page, markdown } = showOperation(operation);
  const types = [
    ['at', 'array of string', 'date-time'],
    ['days', 'array of (string or null)', 'date'],
    ['rows', 'array of array of integer', 'int64'],
    ['files', 'array of string', 'binary'],
  ];
  for (const [name, type, format] of types) {
    expect(page).toContain(`${name} ${type} · ${format}`);
    expect(markdown).toContain(`\`${name}\` (${type} \\<${format}\\>)`);
  }
});

test('an object that allows no fields at all says so', () => {
  const schema = { type: 'object', properties: { a: { type: 'object', additionalProperties: false } } };
  const { page, markdown } = showOperation(bodyOf(schema));
  expect(page).toContain('No other fields are allowed.');
  expect(markdown).toContain('No other fields are allowed.');
});

test('Markdown says of a schema within itself that it is described elsewhere', () => {
  const schemas = { Node: { type: 'object', properties: { next: refTo('Node') } } };
  const { page, markdown } = showOperation(bodyOf(refTo('Node')), { components: { schemas } });
  expect(page).toContain('shown elsewhere on this page');
  expect(markdown).toContain('*Shown elsewhere on this page.*');
});

test('a stream has what is said of the whole and of its items', () => {
  const content = { 'application/jsonl': { schema: { maxItems: 7 }, itemSchema: { type: 'integer' } } };
  const { page, markdown } = showOperation({ responses: { 200: { description: '', content } } });
  for (const shown of [page, markdown]) {
    expect(shown).toContain('array of integer');
    expect(shown).toMatch(/maxItems: `?7/);
  }
});

test('examples that are files elsewhere are links, beside those that are given', () => {
  const examples = {
    near: { value: 1 },
    far: { summary: 'Far *away*', description: 'Very far.', externalValue: 'https://example.com/far.json' },
    hostile: { externalValue: 'javascript:alert(1)' },
  };
  const content = { 'application/json': { schema: { type: 'integer' }, examples } };
  const parameters = [{ name: 'size', in: 'query', schema: { type: 'integer' }, examples }];
  const { page, html, markdown } = showOperation({ parameters, requestBody: { content }, responses: {} });
  expect(page.match(/Example: Far \*away\* ?Very far\./g)).toHaveLength(2);
  expect(html.match(/<a href="https:\/\/example\.com\/far\.json"/g)).toHaveLength(2);
  expect(html).not.toContain('href="javascript:');
  expect(markdown).toContain('Example: [Far \\*away\\*](<https://example.com/far.json>)\n\nVery far.');
  expect(markdown).toContain('Example: [Far \\*away\\*](<https://example.com/far.json>): Very far');
  expect(markdown).toContain('hostile: `javascript:alert(1)`');
});

test('the title of a field is shown, unless it repeats the name or the type', () => {
  const properties = {
    pet_id: { type: 'string', title: 'Pet Id' },
    size: { type: 'integer', title: 'The height at the shoulder', description: 'In millimeters.' },
  };
  const { page, markdown } = showOperation(bodyOf({ type: 'object', properties }));
  expect(page).toMatch(/size integer ?The height at the shoulder ?In millimeters\./);
  expect(markdown).toContain('`size` (integer): The height at the shoulder. In millimeters');
  for (const shown of [page, markdown]) expect(shown).not.toContain('Pet Id');
});

test('the metadata of an OAuth server is shown, and which schemes are deprecated', () => {
  const oauth2MetadataUrl = 'https://auth.example.com/.well-known/oauth-authorization-server';
  const securitySchemes = {
    oauth: { type: 'oauth2', oauth2MetadataUrl, flows: {} },
    key: { type: 'apiKey', in: 'header', name: 'X-Key', deprecated: true },
  };
  const { page, markdown } = showOperation(
    { security: [{ oauth: [] }, { key: [] }] },
    { components: { securitySchemes } },
  );
  for (const shown of [page, markdown]) expect(shown).toContain(oauth2MetadataUrl);
  expect(page).toContain('API key (header: X-Key) Deprecated');
  expect(markdown).toContain('API key (header: X-Key) (deprecated)');
});

test('tags that only say something of an operation are shown beside it', () => {
  const tags = [
    { name: 'beta', kind: 'badge', summary: 'Beta' },
    { name: 'partners', kind: 'audience' },
    { name: 'things', kind: 'nav', summary: 'All things' },
  ];
  const { page, markdown } = showOperation({ tags: ['things', 'beta', 'partners'] }, { tags });
  expect(page).toMatch(/POST.*\/things.*Beta ?partners/);
  expect(markdown).toContain('*Beta · partners*');
  for (const shown of [page, markdown]) expect(shown).not.toContain('All things');
});

test('the name of a single example is left out if it says nothing', () => {
  const show = (examples: Json) =>
    showOperation({ requestBody: { content: { 'application/json': { schema: text, examples } } } });
  expect(show({ default: { value: 'a' } }).markdown).toContain('`application/json` · string\n\n```\n"a"');
  expect(show({ default: { summary: 'The usual', value: 'a' } }).markdown).toContain('The usual:\n\n```');
  expect(show({ default: { value: 'a' }, other: { value: 'b' } }).markdown).toContain('default:\n\n```');
});

test('an example may be nothing', () => {
  const content = { 'application/json': { examples: { one: { value: null }, two: { value: 2 } } } };
  const { page, markdown } = showOperation({ responses: { 200: { description: '', content } } });
  expect(page).toMatch(/one ?null ?two ?2/);
  expect(markdown).toContain('one:\n\n```json\nnull\n```');
});

test('Markdown has all samples of the author', () => {
  const samples = ['a', 'b'].map((lang) => ({ lang, label: `In ${lang}`, source: `code ${lang}` }));
  const { page, markdown } = showOperation({ 'x-codeSamples': samples });
  expect(page).toMatch(/In a ?code a ?In b ?code b/);
  expect(markdown).toMatch(/In a:\n\n```a\ncode a\n```\n\nIn b:\n\n```b\ncode b\n```\n$/);
});

test('the name of a server is shown', () => {
  const servers = [{ url: 'https://a.example', name: 'Tests', description: 'For trying.' }];
  const { page, markdown } = showOperation({ servers });
  expect(page).toMatch(/https:\/\/a\.example ?Tests ?For trying\./);
  expect(markdown).toContain('`https://a.example`: Tests For trying.');
});

describe('callbacks', () => {
  const callback = (more: Json = {}): Json => ({ '{$url}': { post: { summary: 'Inner', ...more } } });

  test('have servers, credentials and callbacks of their own', () => {
    const inner = { callbacks: { next: callback({ summary: 'Innermost' }) } };
    const outer = {
      ...inner,
      security: [{ key: [] }],
      servers: [{ url: 'https://b.example' }, { url: '/c' }],
    };
    const { page, markdown } = showOperation(
      { callbacks: { done: callback(outer) } },
      { components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } } },
    );
    for (const shown of [page, markdown]) {
      expect(shown).toContain('Innermost');
      expect(shown).toContain('API key (header: X-Key)');
      expect(shown).toContain('https://b.example');
    }
  });

  test('that contain themselves are shown once, and very many of them are cut with a note', () => {
    const shared = (callbacks: Json): Json => ({ components: { callbacks } });
    const refOf = (name: string): Json => ({ $ref: `#/components/callbacks/${name}` });
    const circle = shared({ one: callback({ callbacks: { again: refOf('one') } }) });
    const { page } = showOperation({ callbacks: { done: refOf('one') } }, circle);
    expect(page.match(/Inner/g)).toHaveLength(1);
    expect(page).not.toContain('More is not shown here.');
    const names = Array.from({ length: 20 }, (_, n) => `c${n}`);
    const all = Object.fromEntries(names.map((name) => [name, refOf(name)]));
    const many = shared(Object.fromEntries(names.map((name) => [name, callback({ callbacks: all })])));
    const { markdown } = showOperation({ callbacks: all }, many);
    expect(markdown.split('Inner').length).toBeLessThan(150);
    expect(markdown).toContain('More is not shown here.');
  });
});

test('the samples of a callback are shown', () => {
  const post = { 'x-codeSamples': [{ lang: 'text', source: 'code of the callback' }] };
  const { page, markdown } = showOperation({ callbacks: { done: { '{$url}': { post } } } });
  expect(page).toContain('code of the callback');
  expect(markdown).toContain('code of the callback');
});
