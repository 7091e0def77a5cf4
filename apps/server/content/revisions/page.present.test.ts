import { itemsOf } from '@lectern/content/tree/merkle-list';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { putContent } from '../../../../test/content.ts';
import { addSpace } from '../../../../test/factories.ts';
import type { SpacePointer } from '../../platform/access/pointers.ts';
import { presentPage, presentPagesInTurns } from './page.present.ts';
import { documentsOf, viewRevision } from './revision-view.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app?.close());

async function viewSpace(groups: number) {
  const spaceId = await addSpace(app);
  const numbers = Array.from({ length: groups }, (_, n) => n);
  await putContent(app, spaceId, {
    'SUMMARY.md': numbers
      .map((n) => `* [Page ${n}](p${n}.md)\n  * [Below ${n}](b${n}.md)\n  * [Link](https://a.example)`)
      .join('\n'),
    ...Object.fromEntries(
      numbers.flatMap((n) => [
        [`p${n}.md`, `# Page ${n}\n`],
        [`b${n}.md`, `---\ndescription: Below\n---\n\n# Below ${n}\n`],
      ]),
    ),
  });
  const space = (await app.context.pointers.spaces.find(spaceId)) as SpacePointer;
  const open = await app.app.content.open(space, space.revisionId);
  const { pages } = open.snapshot;
  const flags = { hasGit: true, isComputed: true };
  const view = await viewRevision(app.context, app.app.content, open, flags, documentsOf(pages.pages()));
  return { view, top: [...itemsOf(pages.top)] };
}

test.each([5, 20])(
  '%s groups of pages are presented in turns, with a pause after each page',
  async (groups) => {
    const { view, top } = await viewSpace(groups);
    let pauses = 0;
    const presented = await presentPagesInTurns(view, top, () => {
      pauses += 1;
      return undefined;
    });
    expect(presented).toEqual(top.map((page) => presentPage(view, page)));
    expect(presented).toHaveLength(groups);
    expect(pauses).toBe(3 * groups);
  },
);
