import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { type Files, putContent } from '../../../../../test/content.ts';
import {
  addMember,
  addOrganization,
  addSpace,
  addUserToken,
  grantRole,
} from '../../../../../test/factories.ts';
import { runJobs } from '../../../../../test/jobs.ts';
import type { TranslationImport } from './exchange.schemas.ts';
import { readPo } from './po.ts';
import type { FileFormat, ReadUnit } from './unit-file.ts';
import { readXliff } from './xliff.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app?.close());

const PAGES: Files = {
  'README.md':
    '---\ndescription: About us\n---\n\n# Welcome\n\nFirst of all.\n\nRun `npm ci` and [go](guide.md).\n',
  'SUMMARY.md': '# Summary\n\n* [Welcome](README.md)\n* [Guide](guide.md)\n',
  'guide.md': '# Guide\n\nUse it.\n\n* One\n* Two\n',
};

let token: string;
let organizationId: string;
let sourceId: string;
let settings: string;
let french: string;
beforeEach(async () => {
  const organization = await addOrganization(app);
  organizationId = organization.organizationId;
  token = await addUserToken(app, organization.creatorId);
  sourceId = await addSpace(app, { organizationId, title: 'Handbook' });
  await putContent(app, sourceId, PAGES);
  const list = `/v1/orgs/${organizationId}/translations`;
  const body = { title: 'Handbook', source: { space: sourceId, language: 'en' }, languages: ['fr'] };
  settings = `${list}/${(await request('POST', list, body)).json().id}`;
  french = `${settings}/languages/fr`;
  await run();
});

const request = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: object) =>
  app.request(method, url, { token, ...(body ? { body } : {}) });

async function run(): Promise<void> {
  expect((await request('POST', `${settings}/run`)).statusCode).toBe(204);
  await runJobs(app);
}

const exported = async (query = ''): Promise<string> => {
  const response = await request('GET', `${french}/export${query}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.body;
};
const unitsOf = async (query = ''): Promise<ReadUnit[]> => readXliff(await exported(query)).units;

/** A file that somebody has filled in. */
const filled = (units: readonly Partial<ReadUnit>[], language = 'fr'): string =>
  `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file target-language="${language}"><body>${units
    .map(
      ({ id, source, translation }) =>
        `<trans-unit id="${id}">${source === undefined ? '' : `<source>${source}</source>`}<target>${translation}</target></trans-unit>`,
    )
    .join('')}</body></file></xliff>`;

async function importText(text: string, more: object = {}): Promise<TranslationImport> {
  const response = await request('POST', `${french}/import`, { format: 'xliff', text, ...more });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

const FRENCH: Record<string, string> = {
  Welcome: 'Bienvenue',
  'About us': 'Nous',
  'First of all.': 'Tout d’abord.',
  'Run <x id="1"/> and <g id="2">go</g>.': '<g id="2">Allez</g> lancer <x id="1"/>.',
  Guide: 'Manuel',
  'Use it.': 'Utilisez-le.',
  One: 'Un',
  Two: 'Deux',
};
const inFrench = (unit: ReadUnit): ReadUnit => ({ ...unit, translation: FRENCH[unit.source ?? ''] ?? '' });

interface PageStatus {
  page: string;
  space: string;
  title: string;
  status: string;
  missing: number;
  behind: number;
  edited: number;
}
const statuses = async (): Promise<PageStatus[]> => (await request('GET', `${settings}/pages`)).json().items;
const pageAt = async (index: number): Promise<PageStatus> => {
  const { space } = (await statuses())[0] as PageStatus;
  const { pages } = (await request('GET', `/v1/spaces/${space}/content`)).json();
  return (await statuses()).find(({ page }) => page === pages[index].id) as PageStatus;
};
async function markdownAt(index: number, changeRequest?: string): Promise<string> {
  const { space, page } = await pageAt(index);
  const content = changeRequest ? `change-requests/${changeRequest}/content` : 'content';
  return (await request('GET', `/v1/spaces/${space}/${content}/page/${page}?format=markdown`)).json()
    .markdown;
}
async function edit(index: number, markdown: string): Promise<void> {
  const { space, page } = await pageAt(index);
  const changes = [{ operation: 'update_page', page, document: { markdown } }];
  const response = await request('POST', `/v1/spaces/${space}/content`, { changes });
  expect(response.statusCode, response.body).toBe(200);
}

describe.each(['xliff', 'po'] as const)('a file in the format %s', (format: FileFormat) => {
  const read = { xliff: readXliff, po: readPo }[format];

  test('has what is missing, and brings its translations back as those of a person', async () => {
    const response = await request('GET', `${french}/export?format=${format}`);
    expect(response.headers['content-type']).toContain(format === 'po' ? 'gettext' : 'xliff');
    const { units } = read(response.body);
    expect(units.map(({ source }) => source).sort()).toEqual(Object.keys(FRENCH).sort());
    let text = response.body;
    for (const { id } of units) expect(text).toContain(id);
    if (format === 'po')
      for (const [source, translation] of Object.entries(FRENCH)) {
        const quoted = (one: string) => `"${one.replace(/"/g, '\\"')}"`;
        text = text.replaceAll(
          `msgid ${quoted(source)}\nmsgstr ""`,
          `msgid ${quoted(source)}\nmsgstr ${quoted(translation)}`,
        );
      }
    else text = filled(units.map(inFrench));
    const result = await importText(text, { format });
    expect(result).toMatchObject({ written: 8, remembered: 0, unchanged: 0, open: 0, refused: [] });
    expect(await markdownAt(0)).toContain('Tout d’abord.\n\n[Allez](guide.md) lancer `npm ci`.');
    expect(await markdownAt(1)).toContain('Utilisez-le.\n\n* Un\n* Deux');
    expect((await statuses()).map(({ title, status }) => [title, status]).sort()).toEqual([
      ['Bienvenue', 'edited'],
      ['Manuel', 'edited'],
    ]);
    expect(read(await exported(`?format=${format}`)).units).toEqual([]);
    await run();
    expect(await markdownAt(1)).toContain('Utilisez-le.\n\n* Un\n* Deux');
  });
});

describe('a file that comes back', () => {
  test('changes nothing if it says what stands there, and everything that it says otherwise', async () => {
    await importText(filled((await unitsOf()).map(inFrench)));
    const all = await exported('?all=true');
    const head = (await importText(all)).revision;
    const result = await importText(all.replace('>Utilisez-le.<', '>Usez-en.<'));
    expect(result).toMatchObject({ written: 1, unchanged: 7, refused: [] });
    expect(result.revision).not.toBe(head);
    expect(await markdownAt(1)).toContain('Usez-en.');
  });

  test('names each unit that it cannot take, and takes the others', async () => {
    const units = await unitsOf();
    const of = (source: string) => units.find((unit) => unit.source === source) as ReadUnit;
    const page = of('Guide').id.slice(0, 36);
    const run = 'Run <x id="1"/> and <g id="2">go</g>.';
    const result = await importText(
      filled([
        inFrench(of('Guide')),
        { ...inFrench(of('Guide')), translation: 'Deux fois' },
        { ...of(run), translation: 'Sans rien' },
        { ...of('One'), source: 'Won', translation: 'Un' },
        { id: 'nonsense', translation: 'Rien' },
        { id: `${page}.${'x'.repeat(22)}.-`, translation: 'Parti' },
        { id: of('Two').id.replace(page, sourceId), translation: 'Ailleurs' },
        { ...of('Use it.'), translation: ' ' },
      ]),
    );
    expect(result).toMatchObject({ written: 1, open: 1 });
    expect(result.refused.map(({ unit, reason }) => [unit, reason]).sort()).toEqual(
      [
        [of('Guide').id, 'duplicate-unit'],
        [of(run).id, 'placeholders'],
        [of('One').id, 'source-differs'],
        ['nonsense', 'unknown-unit'],
        [`${page}.${'x'.repeat(22)}.-`, 'source-changed'],
        [of('Two').id.replace(page, sourceId), 'unknown-unit'],
      ].sort(),
    );
    expect(result.refused.find(({ reason }) => reason === 'placeholders')?.message).toBe(
      'The placeholder 1 is missing.',
    );
    expect((await pageAt(1)).title).toBe('Manuel');
  });

  test('does not replace what a person has written since', async () => {
    const units = await unitsOf();
    await edit(1, 'Servez-vous-en.\n\n* One\n* Two\n');
    const result = await importText(filled(units.map(inFrench)));
    expect(result.refused.map(({ reason }) => reason)).toEqual(['translation-changed']);
    expect(await markdownAt(1)).toContain('Servez-vous-en.\n\n* Un\n* Deux');
    expect(result.written).toBe(7);
  });

  test('is refused where the source has changed since', async () => {
    const units = await unitsOf();
    await putContent(app, sourceId, {
      ...PAGES,
      'guide.md': '# Guide\n\nUse it well.\n\n* One\n* Two\n* Three\n',
    });
    const result = await importText(filled(units.map(inFrench)));
    expect(result.refused.map(({ reason }) => reason)).toEqual(['source-changed']);
    // The items that the list has in common with the exported one are accepted.
    expect(await markdownAt(1)).toContain('Use it well.\n\n* Un\n* Deux\n* Three');
    expect(await pageAt(1)).toMatchObject({ status: 'missing', missing: 2 });
    const rest = await unitsOf();
    expect(rest.map(({ source, translation }) => [source, translation])).toEqual([
      ['Use it well.', ''],
      ['One', 'Un'],
      ['Two', 'Deux'],
      ['Three', ''],
    ]);
    await run();
    await importText(filled([{ ...(rest[3] as ReadUnit), translation: 'Trois' }]));
    expect(await markdownAt(1)).toContain('* Un\n* Deux\n* Trois');
  });

  test('confirms a translation that is behind if nobody marks it as doubtful any more', async () => {
    await importText(filled((await unitsOf()).map(inFrench)));
    await putContent(app, sourceId, {
      ...PAGES,
      'guide.md': '# Guide\n\nUse it!\n\n* One\n* Two\n* Three\n',
    });
    await run();
    expect(await pageAt(1)).toMatchObject({ status: 'behind', behind: 2 });
    const text = await exported();
    expect(text).toContain('<target state="needs-review-translation">Utilisez-le.</target>');
    expect(await importText(text)).toMatchObject({ written: 0, open: 4 });
    const result = await importText(text.replaceAll('needs-review-translation', 'final'));
    expect(result).toMatchObject({ written: 1, refused: [] });
    expect(await pageAt(1)).toMatchObject({ status: 'behind', behind: 1 });
    // The list has three items now, and the old translation has two: it stays until all three are translated.
    const [one, two, three] = (await unitsOf()) as [ReadUnit, ReadUnit, ReadUnit];
    const some = await importText(filled([one, two].map(inFrench)));
    expect(some).toMatchObject({ written: 0, remembered: 2 });
    expect(await markdownAt(1)).toContain('Utilisez-le.\n\n* Un\n* Deux\n');
    const whole = [inFrench(one), inFrench(two), { ...three, translation: 'Trois' }];
    expect(await importText(filled(whole))).toMatchObject({ written: 3 });
    expect(await markdownAt(1)).toContain('* Un\n* Deux\n* Trois');
    expect(await pageAt(1)).toMatchObject({ status: 'edited', behind: 0 });
  });

  test('into another language, or that is no such file, is refused as a whole', async () => {
    for (const [text, message] of [
      [filled([], 'de'), 'is a translation into “de”'],
      ['<a', 'not well-formed'],
      [`${filled([])}${' '.repeat(10_000_001)}`, '10 MB'],
    ] as const) {
      const response = await request('POST', `${french}/import`, { format: 'xliff', text });
      expect([response.statusCode, response.json().error.details[0].path]).toEqual([400, 'text']);
      expect(response.json().error.details[0].message).toContain(message);
    }
    expect(await importText(filled([], 'fr-FR'))).toMatchObject({ written: 0 });
  });

  test('is remembered for every other space of the organization', async () => {
    await importText(filled((await unitsOf()).map(inFrench)));
    const list = `/v1/orgs/${organizationId}/translations`;
    const body = { title: 'Again', source: { space: sourceId, language: 'en' }, languages: ['fr'] };
    settings = `${list}/${(await request('POST', list, body)).json().id}`;
    await run();
    expect(new Set((await statuses()).map(({ status }) => status))).toEqual(new Set(['current']));
  });
});

describe('a change request', () => {
  test('holds the translations of a file until somebody merges it', async () => {
    const units = await unitsOf();
    const result = await importText(filled(units.map(inFrench)), { changeRequest: true });
    expect(result).toMatchObject({ written: 8, refused: [] });
    expect(await markdownAt(1)).toContain('Use it.');
    expect(await markdownAt(1, result.changeRequest)).toContain('Utilisez-le.\n\n* Un\n* Deux');
    const { space } = await pageAt(0);
    const merge = `/v1/spaces/${space}/change-requests/${result.changeRequest}/merge`;
    expect((await request('POST', merge)).statusCode).toBe(200);
    await run();
    expect((await statuses()).map(({ title, status }) => [title, status]).sort()).toEqual([
      ['Bienvenue', 'edited'],
      ['Manuel', 'edited'],
    ]);
  });

  test('takes them also while the space is locked, which the space itself does not', async () => {
    const units = await unitsOf();
    const { space } = await pageAt(0);
    await request('PATCH', `/v1/spaces/${space}`, { editMode: 'locked' });
    const text = filled(units.map(inFrench));
    const refused = await request('POST', `${french}/import`, { format: 'xliff', text });
    expect([refused.statusCode, refused.json().error.reason]).toEqual([409, 'space-locked']);
    const result = await importText(text, { changeRequest: true });
    expect(result.written).toBe(8);
    expect(await markdownAt(0, result.changeRequest)).toContain('Tout d’abord.');
  });

  test('is not opened for nothing', async () => {
    expect(await importText(filled([]), { changeRequest: true })).not.toHaveProperty('changeRequest');
  });
});

describe('files', () => {
  test('are for those who can read both spaces, and edit the translation', async () => {
    const { space } = await pageAt(0);
    const member = await addMember(app, { role: 'create', organizationId });
    const as = (method: 'GET' | 'POST', url: string, body?: object) =>
      app.request(method, url, { token: member.token, ...(body ? { body } : {}) });
    const file = { format: 'xliff', text: filled([]) };
    expect((await as('POST', `${french}/import`, file)).statusCode).toBe(200);
    await request('PATCH', `/v1/spaces/${sourceId}`, { defaultLevel: null });
    const hidden = await as('GET', `${french}/export`);
    expect([hidden.statusCode, hidden.json().error.reason]).toEqual([404, 'translated-space-not-found']);
    await grantRole(app, { userId: member.userId, role: 'read', spaceId: sourceId, organizationId });
    expect((await as('GET', `${french}/export`)).statusCode).toBe(200);
    await request('PATCH', `/v1/spaces/${space}`, { defaultLevel: 'read' });
    const refused = await as('POST', `${french}/import`, file);
    expect([refused.statusCode, refused.json().error.reason]).toEqual([403, 'insufficient-role']);
  });

  test('need a language that has a space, and settings with a source', async () => {
    const none = await request('GET', `${settings}/languages/de/export`);
    expect([none.statusCode, none.json().error.reason]).toEqual([404, 'translated-space-not-found']);
    const list = `/v1/orgs/${organizationId}/translations`;
    const { id } = (await request('POST', list, { title: 'Empty' })).json();
    const empty = await request('GET', `${list}/${id}/languages/fr/export`);
    expect([empty.statusCode, empty.json().error.reason]).toEqual([409, 'translation-without-source']);
  });

  test('can have the units of one page', async () => {
    const { page } = await pageAt(1);
    expect((await unitsOf(`?page=${page}`)).map(({ source }) => source)).toEqual([
      'Guide',
      'Use it.',
      'One',
      'Two',
    ]);
  });
});
