import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { expect, test } from 'vitest';
import { compareSpecs } from '../changes/compare-specs.ts';
import type { SpecChange } from '../changes/spec-change.ts';
import type { Json } from '../resolve.ts';
import { nameChanges } from './changed-names.ts';
import { type Mention, MentionFinder } from './find-mentions.ts';
import { createMayMention } from './may-mention.ts';
import { listPassages } from './passages.ts';

const schema = (name: string, more: Json = {}) => ({ [name]: { type: 'string', ...more } });
const petBody = (properties: Json): Json => ({
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
  'x-properties': properties,
});

interface Parts {
  paths?: Json;
  pet?: Json;
  servers?: Json[];
}

const spec = ({ paths = {}, pet = {}, servers = [] }: Parts): Json => ({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  servers: [{ url: 'https://api.example.com/v2' }, ...servers],
  paths: {
    '/users': { get: { responses: {} } },
    '/orders': { get: { responses: {} } },
    '/orders/{id}': { get: { responses: {} } },
    '/stores': { get: { responses: {} } },
    ...paths,
  },
  components: { schemas: { Pet: { type: 'object', properties: pet } } },
});
const pets = (...methods: string[]): Json =>
  Object.fromEntries(methods.map((method) => [method, { operationId: `${method}Pets`, responses: {} }]));

/** Both versions have the operation, which sends a pet. */
const petStore = (pet: Json): Json =>
  spec({ paths: { '/pets/{petId}': { put: { requestBody: petBody(pet), responses: {} } } }, pet });

interface Read {
  mentions: Mention[];
  changes: SpecChange[];
}

function read([before, after]: [Json, Json], source: string, title = 'Page'): Read {
  const { changes } = compareSpecs(before, after);
  const names = nameChanges(before, after, changes);
  const finder = new MentionFinder(names, { slug: 'pets', sourceUrl: 'https://example.com/pets.json' });
  const { mentions } = finder.find(listPassages(parseMarkdown(source), title));
  // A document that the quick check rules out has no mentions.
  if (mentions.length > 0)
    expect(createMayMention(names)(source) || createMayMention(names)(title)).toBe(true);
  return { mentions, changes };
}

const show = ({ mentions }: Read): string[] => mentions.map(({ kind, name }) => `${kind} ${name}`);

const removed: [Json, Json] = [spec({ paths: { '/pets/{petId}': pets('get', 'put') } }), spec({})];
const GET = 'GET /pets/{petId}';
const PUT = 'PUT /pets/{petId}';

test.each([
  ['the path as it is in the spec', 'Call `/pets/{petId}`.', [`prose ${GET}`, `prose ${PUT}`]],
  ['a method before it', 'Call `GET /pets/{petId}`.', [`prose ${GET}`]],
  ['the method outside of the code', '**PUT** `/pets/{petId}`', [`prose ${PUT}`]],
  ['a method of another path', 'Unlike GET calls, `/pets/{petId}` is new.', [`prose ${GET}`, `prose ${PUT}`]],
  ['other notations of a parameter', 'GET /pets/:id, GET /pets/<pet-id>. GET /pets/{id}', [`prose ${GET}`]],
  ['escaped braces', 'GET /pets/\\{petId\\} is there.', [`prose ${GET}`]],
  ['an id', 'See GET /pets/42.', [`prose ${GET}`]],
  ['a word in place of the parameter, in text', 'About /pets/food: nothing.', []],
  [
    'the path at the server',
    'At https://api.example.com/v2/pets/42 and /v2/pets/43',
    [`prose ${GET}`, `prose ${PUT}`],
  ],
  ['a longer path', 'GET /pets/42/toys and GET /my/pets/42', []],
  ['a part of words', 'dogs/pets/42 or and/or', []],
  ['another path', 'GET /users and GET /orders/1', []],
  ['an operation id', 'The method getPets returns it.', [`prose ${GET}`]],
  ['a heading', '## GET /pets/{petId}\n\nText', [`prose ${GET}`]],
  ['a cell of a table', '| Call | |\n| --- | --- |\n| `PUT /pets/{id}` | changes |', [`prose ${PUT}`]],
  [
    'an expandable',
    '<details>\n\n<summary>GET /pets/{petId}</summary>\n\nPUT /pets/1\n\n</details>',
    [`prose ${GET}`, `prose ${PUT}`],
  ],
  ['a footnote', 'Text[^1]\n\n[^1]: GET /pets/{petId}', [`prose ${GET}`]],
  ['a description of the page', '---\ndescription: About GET /pets/{petId}\n---\n\nText', [`prose ${GET}`]],
])('an operation is named by %s', (_, source, expected) => {
  expect(show(read(removed, source))).toEqual(expected);
});

test.each([
  ['curl', 'curl -X PUT \\\n  "$BASE/pets/$ID" \\\n  -d @pet.json', [`code ${PUT}`]],
  [
    'curl with the method last',
    'curl https://api.example.com/v2/pets/1 \\\n  --request PUT',
    [`code ${PUT}`],
  ],
  ['curl without a method', 'curl localhost:3000/v2/pets/rex', [`code ${GET}`, `code ${PUT}`]],
  ['fetch', `await fetch(\`\${base}/pets/\${id}\`, {\n  method: 'put',\n});\ngetStores();`, [`code ${PUT}`]],
  ['a method of a client', `client.get('/pets/' + id);\nclient.get(\`/pets/\${id}\`);`, [`code ${GET}`]],
  ['a placeholder for the server', 'GET {{baseUrl}}/pets/{{pet}}', [`code ${GET}`]],
  ['another path', 'curl -X PUT $BASE/users/pets', []],
])('a code sample calls an operation with %s', (_, code, expected) => {
  expect(show(read(removed, `\`\`\`sh\n${code}\n\`\`\``))).toEqual(expected);
});

test('links lead to an operation at its server, or by its id', () => {
  const links = (target: string) => show(read(removed, `[Read](${target})`));
  expect(links('https://api.example.com/v2/pets/%7BpetId%7D')).toEqual([`link ${GET}`, `link ${PUT}`]);
  expect(links('https://docs.example.com/reference#operation/putPets')).toEqual([`link ${PUT}`]);
  expect(links('https://elsewhere.example.com/pets/1')).toEqual([]);
  expect(links('/pets/1')).toEqual([]);
});

test('blocks show an operation of the spec, and count for changes of texts', () => {
  const block = (slug: string, method = 'get') =>
    `{% openapi-operation spec="${slug}" path="/pets/{petId}" method="${method}" %}\n[x](https://example.com)\n{% endopenapi-operation %}`;
  expect(show(read(removed, block('pets')))).toEqual([`block ${GET}`]);
  expect(show(read(removed, block('cats')))).toEqual([]);
  const swagger = (url: string) =>
    `{% openapi src="${url}" path="/pets/{petId}" method="put" %}\n[x](${url})\n{% endopenapi %}`;
  expect(show(read(removed, swagger('https://example.com/pets.json')))).toEqual([`block ${PUT}`]);
  expect(show(read(removed, swagger('https://example.com/cats.json')))).toEqual([]);
  const summary = (text: string) =>
    spec({ paths: { '/pets/{petId}': { get: { summary: text, responses: {} } } } });
  const texts: [Json, Json] = [summary('One'), summary('Two')];
  expect(show(read(texts, `${block('pets')}\n\nGET /pets/{petId}`))).toEqual([`block ${GET}`]);
});

const fields: [Json, Json] = [
  petStore({ ...schema('name'), ...schema('tag_id'), ...schema('status', { enum: ['sold', 'in stock'] }) }),
  petStore(schema('status', { enum: ['in stock'] })),
];
const CALL = '`PUT /pets/{petId}`';

test.each([
  ['without its operation', 'Set `name` and tag_id.', []],
  ['on a page of its operation', `${CALL}\n\nSet \`name\`, tag_id.`, ['name', 'tag_id']],
  ['as an ordinary word', `${CALL} needs the name of the pet that was sold.`, []],
  ['in a code sample', `${CALL}\n\n\`\`\`json\n{"name": "Rex", "x": "sold"}\n\`\`\``, ['name', 'sold']],
  ['in a code sample that calls it', '```sh\ncurl -X PUT $BASE/pets/1 -d name=Rex\n```', ['name']],
  ['on a page of its schema', 'GET /users: the `Pet` has `pet.name`.', ['name']],
  ['on a page of some other thing that is called like its schema', 'The `Pet` has `pet.name`.', []],
  ['with a schema that is an ordinary word', 'The Pet has `name`.', []],
  ['of another operation', '`GET /users` has `name`.', []],
  ['that is another one', `${CALL} \`names\` \`first-name\` \`tag_ids\``, []],
])('a field or value counts %s', (_, source, expected) => {
  const { mentions } = read(fields, source);
  const names = mentions
    .map(({ name }) => name)
    .filter((name) => name !== 'PUT /pets/{petId}' && name !== 'Pet');
  expect(names).toEqual(expected);
});

test('on a page about many operations, a field counts in the section of its own', () => {
  const others = '# All\n\n## Others\n\nGET /users, GET /orders, GET /stores: `name`\n\n';
  const own = `## Pets\n\n${CALL}\n\n### Fields\n\n\`tag_id\``;
  const { mentions } = read(fields, `${others}${own}`);
  expect(mentions.map(({ name, anchor, title }) => [name, anchor, title])).toEqual([
    ['PUT /pets/{petId}', 'pets', 'Pets'],
    ['tag_id', 'fields', 'Fields'],
  ]);
});

test('a place tells the changes of what it names, and its text', () => {
  const { mentions, changes } = read(fields, `Text before.\n\n${CALL} takes \`name\`, and more.`);
  const named = mentions.find(({ name }) => name === 'name');
  expect(named).toMatchObject({
    kind: 'prose',
    title: 'Page',
    excerpt: 'PUT /pets/{petId} takes name, and more.',
  });
  expect(named?.changes.map((position) => [changes[position]?.kind, changes[position]?.schema])).toEqual([
    ['property-removed', 'Pet'],
  ]);
});

test('an id counts unless it is an ordinary word', () => {
  const withId = (operationId: string) =>
    spec({ paths: { '/toys': { get: { operationId, responses: {} } } } });
  const ids = (id: string) =>
    show(read([withId(id), spec({})], `Use \`${id}\`.\n\n\`\`\`js\n${id}();\n\`\`\``));
  expect(ids('list')).toEqual([]);
  expect(ids('listToys')).toEqual(['prose GET /toys', 'code GET /toys']);
  expect(ids('toys.list')).toEqual(['prose GET /toys', 'code GET /toys']);
});

test('servers and webhooks are named, too', () => {
  const old = { url: 'https://old.example.com' };
  expect(show(read([spec({ servers: [old] }), spec({})], 'Use https://old.example.com/x.'))).toEqual([
    'prose https://old.example.com',
  ]);
  const hook = { ...spec({}), webhooks: { petAdopted: { post: { responses: {} } } } };
  expect(show(read([hook, spec({})], 'We send petAdopted.'))).toEqual(['prose POST petAdopted']);
});

test('a path that consists of parameters, or of nothing, counts only with its method', () => {
  const vague = { '/': { get: { responses: {} } }, '/{id}': { get: { responses: {} } } };
  const versions: [Json, Json] = [spec({ paths: vague }), spec({})];
  expect(
    show(read(versions, 'This / that, https://api.example.com/ and `/1`, [x](https://api.example.com/1)')),
  ).toEqual([]);
  expect(show(read(versions, 'Call `GET /` or GET /{id}.'))).toEqual(['prose GET /', 'prose GET /{id}']);
});
