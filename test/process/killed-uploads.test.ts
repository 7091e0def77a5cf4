import { test } from 'vitest';
import { killResumableUpload, killUploads, POINTS, type Point } from './kill-upload-rounds.ts';

test('uploads that are killed at any point lose nothing that was acknowledged, and leave nothing behind', async () => {
  await killUploads(Object.keys(POINTS) as Point[]);
}, 300_000);

test('an upload in pieces continues after kills where the last acknowledged piece ended', async () => {
  await killResumableUpload();
}, 300_000);
