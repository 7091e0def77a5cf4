import { test } from 'vitest';
import { killPieces, PIECE_POINTS } from './kill-piece-rounds.ts';
import { killUploads, POINTS } from './kill-upload-rounds.ts';

const TIMEOUT_MS = 300_000;

test(
  'uploads that are killed at any point lose nothing that was acknowledged, and leave nothing behind',
  () => killUploads(POINTS, 'disk'),
  TIMEOUT_MS,
);

test(
  'uploads in pieces continue after kills where the last acknowledged piece ended',
  () =>
    killPieces(
      PIECE_POINTS.map((points, piece) => (piece === 0 ? {} : points)),
      'disk',
    ),
  TIMEOUT_MS,
);
