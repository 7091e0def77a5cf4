import { test } from 'vitest';
import { killUploads, POINTS, type Point } from './kill-upload-rounds.ts';

test('uploads that are killed at any point lose nothing that was acknowledged, and leave nothing behind', async () => {
  await killUploads(Object.keys(POINTS) as Point[]);
}, 300_000);
