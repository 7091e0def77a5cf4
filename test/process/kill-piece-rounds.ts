/** Kills the service at chosen points of uploads in pieces: they continue where the last acknowledged piece ended. */
import { randomBytes } from 'node:crypto';
import { request as sendRequest } from 'node:http';
import { expect } from 'vitest';
import {
  type Hold,
  insertFile,
  killAt,
  type Scene,
  type Storage,
  TOKEN,
  withScene,
} from './kill-upload-rounds.ts';
import type { RunningService } from './service-process.ts';

const PIECE_BYTES = 300_000;
const PIECES = 3;

const EVERY_PIECE: Record<string, Hold> = {
  'before the row of the bytes': { table: 'blob', when: 'before insert' },
  'before the bytes count': { table: 'upload', when: 'before update' },
  'at the commit': { table: 'upload', when: 'at the commit of an update' },
};
/** Points of a piece, by its number: the last one joins the pieces. */
export const PIECE_POINTS: readonly Record<string, Hold>[] = [
  { ...EVERY_PIECE, 'before its row': { table: 'upload_piece', when: 'before insert' } },
  {
    ...EVERY_PIECE,
    'before the bytes are complete': { client: true },
    'before its row': { table: 'upload_piece', when: 'before insert' },
  },
  { ...EVERY_PIECE, 'before the pieces are deleted': { table: 'upload_piece', when: 'before delete' } },
];
export const PIECE_POINTS_OF_BUCKET: readonly Record<string, Hold>[] = [
  {},
  { 'while it is sent to the bucket': { bucket: 'PUT', count: 1 } },
  {
    'while it is sent to the bucket': { bucket: 'PUT', count: 1 },
    'while the second piece is read': { bucket: 'GET', count: 2 },
    'while the whole file is sent to the bucket': { bucket: 'PUT', count: 2 },
  },
];

export const killPieces = (points: readonly Record<string, Hold>[], storage: Storage): Promise<void> =>
  withScene(storage, async (scene) => {
    for (const [piece, holds] of points.entries())
      for (const [name, hold] of Object.entries(holds))
        await killInPiece(scene, { piece, hold, name: `piece ${piece}, ${name}` });
  });

async function killInPiece(
  scene: Scene,
  { piece, hold, name }: { piece: number; hold: Hold; name: string },
): Promise<void> {
  const bytes = randomBytes(PIECES * PIECE_BYTES);
  const path = await beginUpload(scene.service, scene.spaceId, bytes.length);
  for (let at = 0; at < piece; at += 1)
    expect((await sendPiece(scene.service, path, pieceAt(bytes, at * PIECE_BYTES))).status, name).toBe(204);
  const acknowledged = piece * PIECE_BYTES;
  const cut = pieceAt(bytes, acknowledged);
  await killAt(scene, {
    name,
    hold,
    send: () => ('client' in hold ? sendPart(scene.service, path, cut) : sendPiece(scene.service, path, cut)),
  });
  let offset = await offsetOf(scene.service, path);
  // Whether a commit that was under way has succeeded, nobody knows.
  expect([acknowledged, acknowledged + PIECE_BYTES], name).toContain(offset);
  while (offset < bytes.length) {
    const response = await sendPiece(scene.service, path, pieceAt(bytes, offset));
    // The database may still be ending what the killed process had begun.
    if (response.status !== 409) expect(response.status, name).toBe(204);
    offset = await offsetOf(scene.service, path);
  }
  await insertFile(scene, { uploadId: path.split('/').at(-1) as string, bytes, name });
}

interface Piece {
  offset: number;
  bytes: Buffer;
}

const pieceAt = (bytes: Buffer, offset: number): Piece => ({
  offset,
  bytes: bytes.subarray(offset, offset + PIECE_BYTES),
});

const TUS_HEADERS = { authorization: `Bearer ${TOKEN}`, 'tus-resumable': '1.0.0' };
const PIECE_HEADERS = { ...TUS_HEADERS, 'content-type': 'application/offset+octet-stream' };

async function beginUpload({ url }: RunningService, spaceId: string, length: number): Promise<string> {
  const response = await fetch(`${url}/v1/spaces/${spaceId}/uploads`, {
    method: 'POST',
    headers: { ...TUS_HEADERS, 'upload-length': String(length), 'upload-metadata': 'filename YS5iaW4=' },
  });
  expect(response.status).toBe(201);
  return new URL(response.headers.get('location') as string).pathname;
}

const sendPiece = ({ url }: RunningService, path: string, { offset, bytes }: Piece): Promise<Response> =>
  fetch(`${url}${path}`, {
    method: 'PATCH',
    headers: { ...PIECE_HEADERS, 'upload-offset': String(offset) },
    body: new Uint8Array(bytes),
  });

/** Sends half of a piece, and the rest never. */
async function sendPart({ url }: RunningService, path: string, { offset, bytes }: Piece): Promise<void> {
  const sending = sendRequest(`${url}${path}`, {
    method: 'PATCH',
    headers: {
      ...PIECE_HEADERS,
      'upload-offset': String(offset),
      'content-length': String(bytes.length),
    },
  });
  const ended = new Promise<void>((resolve) => sending.once('close', resolve).on('error', () => {}));
  sending.write(bytes.subarray(0, bytes.length / 2));
  await ended;
}

async function offsetOf({ url }: RunningService, path: string): Promise<number> {
  const response = await fetch(`${url}${path}`, { method: 'HEAD', headers: TUS_HEADERS });
  return Number(response.headers.get('upload-offset'));
}
