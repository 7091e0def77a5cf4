import { test } from 'vitest';
import { killPieces, PIECE_POINTS, PIECE_POINTS_OF_BUCKET } from './kill-piece-rounds.ts';
import { killUploads, POINTS, POINTS_OF_BUCKET } from './kill-upload-rounds.ts';

test('uploads to the disk that are killed at any point lose nothing that was acknowledged', () =>
  killUploads(POINTS, 'disk'));

test('uploads to a bucket that are killed at any point lose nothing that was acknowledged', () =>
  killUploads({ ...POINTS, ...POINTS_OF_BUCKET }, 'bucket'));

test.each(['disk', 'bucket'] as const)(
  'uploads in pieces to the %s continue after kills at any point',
  (storage) =>
    killPieces(
      PIECE_POINTS.map((points, piece) => ({
        ...points,
        ...(storage === 'bucket' ? PIECE_POINTS_OF_BUCKET[piece] : {}),
      })),
      storage,
    ),
);
