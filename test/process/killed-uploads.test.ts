import { test } from 'vitest';
import { killPieces, PIECE_POINTS } from './kill-piece-rounds.ts';
import { killUploads, POINTS } from './kill-upload-rounds.ts';

const TIMEOUT_MS = 300_000;
/** One before anything is stored, one in between, and one at the end. The soak kills at all points. */
const FEW = ['before its row', 'after the bytes, before the upload is complete', 'before the response'];

test(
  'uploads that are killed lose nothing that was acknowledged, and leave nothing behind',
  () => killUploads(Object.fromEntries(FEW.map((name) => [name, POINTS[name]!])), 'disk'),
  TIMEOUT_MS,
);

test(
  'an upload continues after kills in its last piece where the last acknowledged piece ended',
  () => killPieces([{}, {}, PIECE_POINTS[2]!], 'disk'),
  TIMEOUT_MS,
);
