/** Random conflicts, each answered by two people at once: what is merged is what the list shows, and nothing else. */
import process from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChance } from '../../../../../../bench/prose.ts';
import { buildTestApp, type TestApp } from '../../../../../../test/app.ts';
import { type AddedUser, addMember, addSpace } from '../../../../../../test/factories.ts';
import {
  type ContestedPage,
  type Decision,
  writeContestedPage,
} from '../../../../../../test/fixtures/content/merge/contested-page.ts';

const CONFLICTS = process.env.LECTERN_SOAK ? 300 : 12;
const SIDES = process.env.LECTERN_SOAK ? (['ours', 'theirs'] as const) : (['theirs'] as const);
const DECISIONS: Decision[] = ['ours', 'theirs', 'both', 'text'];

let app: TestApp;
let people: AddedUser[];
beforeAll(async () => {
  app = await buildTestApp();
  people = [await addMember(app, { role: 'edit' }), await addMember(app, { role: 'edit' })];
});
afterAll(() => app.close());

interface ListedConflict {
  id: string;
  version: string;
  base: string;
  ours: string;
  theirs: string;
  canKeepBoth: boolean;
  answer?: { choice: string };
}

async function addConflicting({ sides }: ContestedPage) {
  const spaceId = await addSpace(app);
  const content = `/v1/spaces/${spaceId}/content`;
  const made = await app.request('POST', content, {
    body: {
      changes: [{ operation: 'insert_page', title: 'Title', document: { markdown: sides.base } }],
    },
  });
  const page: string = made.json().changes[0].page.id;
  await app.request('POST', `/v1/spaces/${spaceId}/change-requests`, { body: {} });
  const url = `/v1/spaces/${spaceId}/change-requests/1`;
  await app.request('PATCH', url, { body: { status: 'open' } });
  for (const [place, markdown] of [
    [`${url}/content`, sides.ours],
    [content, sides.theirs],
  ] as const) {
    const changes = [{ operation: 'update_page', page, document: { markdown } }];
    expect((await app.request('POST', place, { body: { changes } })).statusCode).toBe(200);
  }
  return { url, source: `${content}/page/${page}?format=markdown` };
}

/** Blocks that come back as they were read leave their text as it is, byte for byte. */
async function expectExactBlocks(url: string, { id, ...conflict }: ListedConflict): Promise<void> {
  for (const side of SIDES) {
    const preview = async (body: object) => {
      const response = await app.request('POST', `${url}/conflicts/${id}/preview?nodes=true`, { body });
      expect(response.statusCode, response.body).toBe(200);
      return response.json();
    };
    const { nodes } = await preview({ choice: side });
    if (!nodes) continue;
    const { text } = await preview({ choice: 'text', text: conflict[side], nodes });
    expect(text).toBe(conflict[side]);
  }
}

test(`of ${CONFLICTS} random conflicts, each answered twice at once, one answer wins and is what is merged`, async () => {
  const chance = createChance(300);
  const pick = (): Decision => DECISIONS[Math.floor(chance() * DECISIONS.length)] as Decision;
  for (let answered = 0; answered < CONFLICTS; ) {
    const page = writeContestedPage(chance, { most: 10 });
    const { url, source } = await addConflicting(page);
    const { items } = (await app.request('GET', `${url}/conflicts`)).json();
    expect(items).toHaveLength(page.count);
    for (const conflict of items as ListedConflict[]) await expectExactBlocks(url, conflict);
    const decided = [];
    for (const conflict of items as ListedConflict[]) {
      const decisions = [pick(), pick()];
      const answers = decisions.map((decision) => page.answer(conflict, decision));
      const given = await Promise.all(
        people.map(({ token }, at) =>
          app.request('PUT', `${url}/conflicts/${conflict.id}/answer`, {
            token,
            headers: { 'if-match': `"${conflict.version}"` },
            body: answers[at] as object,
          }),
        ),
      );
      const statuses = given.map(({ statusCode }) => statusCode);
      expect(statuses.toSorted()).toEqual([200, 409]);
      const winner = statuses.indexOf(200);
      const { reason, details } = given[1 - winner]?.json().error ?? {};
      expect([reason, details[0].theirs]).toEqual(['conflict-answered', answers[winner]]);
      decided.push({ conflict, decision: decisions[winner] as Decision });
    }
    answered += items.length;
    const merged = await app.request('POST', `${url}/merge`);
    expect(merged.json().result, merged.body).toBe('merge');
    expect((await app.request('GET', source)).json().markdown).toMatch(page.expected(decided));
  }
});
