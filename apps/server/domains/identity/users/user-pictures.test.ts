import { createCanvas, loadImage } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addMember } from '../../../../../test/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

/** A picture whose left half is red and whose right half is blue. */
async function drawPicture(width: number, height: number): Promise<Buffer> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ff0000';
  context.fillRect(0, 0, width / 2, height);
  context.fillStyle = '#0000ff';
  context.fillRect(width / 2, 0, width / 2, height);
  return canvas.encode('png');
}

const send = (url: string, token: string, payload: Buffer, type = 'image/png') =>
  app.server.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    payload,
  });

const open = (url: string) => app.server.inject({ method: 'GET', url: new URL(url).pathname });

const MY_PICTURE = '/v1/users/me/picture';
const logoUrl = (): string => `/v1/orgs/${app.organizationId}/logo`;

describe('the picture of a user', () => {
  test('is a small square from the middle, which everyone with its address can open', async () => {
    const { token } = await addMember(app, { role: 'read' });
    const sent = await send(MY_PICTURE, token, await drawPicture(1200, 600));
    expect(sent.statusCode).toBe(200);
    const opened = await open(sent.json().photoURL);
    expect(opened.statusCode).toBe(200);
    expect(opened.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    const picture = await loadImage(opened.rawPayload);
    expect([picture.width, picture.height]).toEqual([256, 256]);
    const canvas = createCanvas(256, 256);
    const context = canvas.getContext('2d');
    context.drawImage(picture, 0, 0);
    const [left, right] = [
      context.getImageData(20, 128, 1, 1).data,
      context.getImageData(235, 128, 1, 1).data,
    ];
    expect((left[0] ?? 0) > 200 && (right[2] ?? 0) > 200).toBe(true);
  });

  test('keeps nothing of what was sent, such as where it was taken', async () => {
    const { token } = await addMember(app, { role: 'read' });
    const canvas = createCanvas(300, 300);
    const jpeg = await canvas.encode('jpeg');
    const place = Buffer.from('GPS 52.5200 N 13.4050 E');
    // A comment right behind the beginning of the file.
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, place.length + 2]), place]);
    const body = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
    const sent = await send(MY_PICTURE, token, body, 'image/jpeg');
    expect(sent.statusCode).toBe(200);
    expect((await open(sent.json().photoURL)).rawPayload.includes(place)).toBe(false);
  });

  test('is gone once another one, or none, takes its place', async () => {
    const { token } = await addMember(app, { role: 'read' });
    const first = (await send(MY_PICTURE, token, await drawPicture(40, 40))).json().photoURL;
    const second = (await send(MY_PICTURE, token, await drawPicture(50, 50))).json().photoURL;
    expect((await open(first)).json().error.reason).toBe('picture-not-found');
    expect((await open(second)).statusCode).toBe(200);
    await app.request('PATCH', '/v1/users/me', { token, body: { displayName: 'Another name' } });
    expect((await open(second)).statusCode).toBe(200);
    await app.request('PATCH', '/v1/users/me', { token, body: { photoURL: null } });
    expect((await open(second)).statusCode).toBe(404);
  });

  test('is the later one of two that are sent at once', async () => {
    const { token } = await addMember(app, { role: 'read' });
    const picture = await drawPicture(40, 40);
    const sent = await Promise.all([1, 2, 3, 4].map(() => send(MY_PICTURE, token, picture)));
    expect(sent.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    const shown = (await app.request('GET', '/v1/user', { token })).json().photoURL;
    expect((await open(shown)).statusCode).toBe(200);
  });

  test.each([
    ['text', Buffer.from('no picture')],
    ['a script in a vector picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['nothing', Buffer.alloc(0)],
  ])('cannot be %s', async (_kind, body) => {
    const { token } = await addMember(app, { role: 'read' });
    const sent = await send(MY_PICTURE, token, body);
    expect([sent.statusCode, sent.json().error.reason]).toEqual([415, 'picture-type']);
  });

  test('cannot be larger than 5 MB', async () => {
    const { token } = await addMember(app, { role: 'read' });
    const sent = await send(MY_PICTURE, token, Buffer.alloc(5_000_001));
    expect(sent.json().error.reason).toBe('payload-too-large');
  });

  test('is uploaded by that user only', async () => {
    const [{ token }, other] = [
      await addMember(app, { role: 'admin' }),
      await addMember(app, { role: 'read' }),
    ];
    const sent = await send(`/v1/users/${other.userId}/picture`, token, await drawPicture(40, 40));
    expect(sent.json().error.reason).toBe('own-account-only');
  });
});

describe('the logo of an organization', () => {
  test('keeps its shape, and is gone once it is removed', async () => {
    const sent = await send(logoUrl(), app.adminToken, await drawPicture(800, 200));
    const address = sent.json().urls.logo;
    const picture = await loadImage((await open(address)).rawPayload);
    expect([picture.width, picture.height]).toEqual([256, 64]);
    await app.request('PATCH', `/v1/orgs/${app.organizationId}`, { body: { title: 'Another title' } });
    expect((await open(address)).statusCode).toBe(200);
    await app.request('PATCH', `/v1/orgs/${app.organizationId}`, { body: { logo: null } });
    expect((await open(address)).statusCode).toBe(404);
  });

  test('is uploaded by administrators only', async () => {
    const { token } = await addMember(app, { role: 'create' });
    const sent = await send(logoUrl(), token, await drawPicture(40, 40));
    expect(sent.statusCode).toBe(403);
  });
});
