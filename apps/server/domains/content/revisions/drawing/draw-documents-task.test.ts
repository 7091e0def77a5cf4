import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseAgain } from '@lectern/markdown/parse-again';
import { type PreparedBlocks, prepareBlocks } from '@lectern/markdown/prepared-blocks';
import { expect, test } from 'vitest';
import { drawDocumentsTask } from './draw-documents-task.ts';

const DOCUMENTATION = fileURLToPath(new URL('../../../../../../docs/', import.meta.url));

test('the pieces of prepared blocks are those of the source', async () => {
  const names = (await readdir(DOCUMENTATION, { recursive: true })).filter((name) => name.endsWith('.md'));
  const sources = await Promise.all(names.map((name) => readFile(DOCUMENTATION + name)));
  const mixed = Buffer.from(
    '{% hint style="info" icon="leaf" %}\n[Home](README.md) $$x^2$$\n{% endhint %}\n\n```js\nconst a = 1;\n```\n',
  );
  const all = [mixed, ...sources];
  const blocks = all.map((source) => prepareBlocks(parseAgain(String(source)).document) as PreparedBlocks);
  const ofSources = await drawDocumentsTask.run(all.map((source) => ({ source })));
  const ofBlocks = await drawDocumentsTask.run(blocks.map((prepared) => ({ blocks: prepared })));
  expect(ofBlocks).toEqual(ofSources);
  expect(ofBlocks[0]).toBeDefined();
});
