import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeMedia } from './media-type.ts';

const u16 = (n: number): Buffer => Buffer.from([n >> 8, n & 0xff]);
const u32 = (n: number): Buffer => Buffer.concat([u16(n >>> 16), u16(n & 0xffff)]);
const box = (name: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([u32(body.length + 8), Buffer.from(name, 'latin1'), body]);
};

const png = (width: number, height: number): Buffer =>
  Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    u32(13),
    Buffer.from('IHDR'),
    u32(width),
    u32(height),
    Buffer.from([8, 6, 0, 0, 0, 0, 0, 0, 0]),
    u32(0),
    Buffer.from('IDAT'),
    u32(0),
  ]);
const gif = (width: number, height: number): Buffer =>
  Buffer.concat([Buffer.from('GIF89a'), Buffer.from([width, width >> 8, height, height >> 8, 0, 0, 0])]);
function jpeg(width: number, height: number, orientation?: number): Buffer {
  const exif = Buffer.concat([
    Buffer.from('Exif\0\0MM\0*', 'latin1'),
    u32(8),
    u16(1),
    ...[u16(0x0112), u16(3), u32(1), u16(orientation ?? 1), u16(0)],
    u32(0),
  ]);
  const jfif = Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1');
  return Buffer.concat([
    ...[Buffer.from([0xff, 0xd8, 0xff, 0xe0]), u16(jfif.length + 2), jfif],
    ...(orientation ? [Buffer.from([0xff, 0xe1]), u16(exif.length + 2), exif] : []),
    ...[Buffer.from([0xff, 0xc0]), u16(17), Buffer.from([8]), u16(height), u16(width), Buffer.alloc(10)],
    Buffer.from([0xff, 0xd9]),
  ]);
}
const avif = (...properties: Buffer[]): Buffer =>
  Buffer.concat([
    box('ftyp', Buffer.from('avif\0\0\0\0avifmif1', 'latin1')),
    box('meta', u32(0), box('iprp', box('ipco', ...properties))),
  ]);
const ispe = (width: number, height: number): Buffer => box('ispe', u32(0), u32(width), u32(height));

describe('binary media', () => {
  it.each([
    ['png', png(640, 480), 'image/png', { width: 640, height: 480 }],
    ['gif', gif(300, 2), 'image/gif', { width: 300, height: 2 }],
    ['jpg', jpeg(800, 600), 'image/jpeg', { width: 800, height: 600 }],
    ['avif', avif(ispe(33, 44)), 'image/avif', { width: 33, height: 44 }],
    ['pdf', Buffer.from('%PDF-1.7\n1 0 obj\n'), 'application/pdf', undefined],
    ['mp3', Buffer.from('ID3\x03\0\0\0\0\x02\0', 'latin1'), 'audio/mpeg', undefined],
    [
      'woff2',
      Buffer.concat([Buffer.from('wOF2\0\x01\0\0', 'latin1'), Buffer.alloc(40)]),
      'font/woff2',
      undefined,
    ],
  ])('is recognized by its bytes: %s', async (extension, bytes, contentType, dimensions) => {
    const expected = dimensions ? { contentType, dimensions } : { contentType };
    expect(await describeMedia(`a.${extension}`, bytes)).toEqual(expected);
    expect(await describeMedia('index.html', bytes)).toEqual(expected);
    expect(await describeMedia('', bytes)).toEqual(expected);
  });

  it.each([
    [1, { width: 40, height: 30 }],
    [3, { width: 40, height: 30 }],
    [6, { width: 30, height: 40 }],
    [8, { width: 30, height: 40 }],
  ])('has the dimensions that EXIF orientation %i shows', async (orientation, dimensions) => {
    expect((await describeMedia('photo.jpg', jpeg(40, 30, orientation))).dimensions).toEqual(dimensions);
  });

  it('has no dimensions when it declares none that can be', async () => {
    expect(await describeMedia('a.png', png(0, 480))).toEqual({ contentType: 'image/png' });
    expect(await describeMedia('a.png', png(0xffffffff, 1))).toEqual({ contentType: 'image/png' });
  });

  it('is not what its name claims', async () => {
    expect(await describeMedia('a.png', Buffer.from([0, 1, 2, 3]))).toEqual({
      contentType: 'application/octet-stream',
    });
    expect(await describeMedia('a.svg', png(1, 1))).toEqual({
      contentType: 'image/png',
      dimensions: { width: 1, height: 1 },
    });
  });
});

describe('text', () => {
  it.each([
    ['README.md', 'text/markdown'],
    ['README.MD', 'text/markdown'],
    ['openapi.json', 'application/json'],
    ['openapi.yaml', 'application/yaml'],
    ['.gitbook/assets/petstore.yml', 'application/yaml'],
    ['table.csv', 'text/csv'],
    ['notes.txt', 'text/plain'],
    ['LICENSE', 'text/plain'],
    ['main.rs', 'text/plain'],
  ])('is named by its extension: %s', async (name, contentType) => {
    expect(await describeMedia(name, Buffer.from('some: text\n'))).toEqual({ contentType });
  });

  it.each([
    ['page.html', '<!doctype html><script>alert(1)</script>'],
    [
      'page.xhtml',
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>1</script></html>',
    ],
    ['feed.xml', '<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="evil.xsl"?><rss/>'],
    ['app.js', 'alert(1)'],
    ['app.mjs', 'alert(1)'],
    ['style.css', 'body { color: red }'],
    ['picture.png', '<html><script>alert(1)</script></html>'],
    ['image.svg', '<!doctype html><svg></svg><script>alert(1)</script>'],
  ])('that a browser would run is plain: %s', async (name, source) => {
    expect((await describeMedia(name, Buffer.from(source))).contentType).toMatch(
      /^(text\/plain|image\/svg\+xml)$/,
    );
    if (name !== 'image.svg') {
      expect(await describeMedia(name, Buffer.from(source))).toEqual({ contentType: 'text/plain' });
    }
  });

  it('is not taken for a picture because of its first letters', async () => {
    expect(await describeMedia('LICENSE', Buffer.from('BM is a company.'))).toEqual({
      contentType: 'text/plain',
    });
    expect(await describeMedia('cars.md', Buffer.from('BMW'))).toEqual({ contentType: 'text/markdown' });
  });

  it('may be in an older encoding when its name says that it is text', async () => {
    const latin1 = Buffer.from('prénom;âge\n', 'latin1');
    expect(await describeMedia('people.csv', latin1)).toEqual({ contentType: 'text/csv' });
    expect(await describeMedia('people', latin1)).toEqual({ contentType: 'application/octet-stream' });
    expect(await describeMedia('people.csv', Buffer.from([0xff, 0, 0xff]))).toEqual({
      contentType: 'application/octet-stream',
    });
  });

  it('may be UTF-16 that says so, which is no sound', async () => {
    const little = Buffer.from('\ufeffname;âge\r\n', 'utf16le');
    const big = Buffer.from(little).swap16();
    for (const bytes of [little, big]) {
      expect(await describeMedia('people.csv', bytes)).toEqual({ contentType: 'text/csv' });
      expect(await describeMedia('people', bytes)).toEqual({ contentType: 'text/plain' });
    }
    const binary = Buffer.from([0xff, 0xfe, 0x00, 0x00, 0x01, 0x00]);
    expect((await describeMedia('people.csv', binary)).contentType).not.toMatch(/^text/);
  });

  it('may be cut inside a character where the search ends', async () => {
    const bytes = Buffer.from(`${'x'.repeat(256 * 1024 - 1)}é`);
    expect(await describeMedia('long', bytes)).toEqual({ contentType: 'text/plain' });
  });

  it('is of no known type when it is empty and its name says nothing', async () => {
    expect(await describeMedia('empty', Buffer.alloc(0))).toEqual({
      contentType: 'application/octet-stream',
    });
    expect(await describeMedia('empty.md', Buffer.alloc(0))).toEqual({ contentType: 'text/markdown' });
  });
});

describe('SVG', () => {
  const svg = (source: string, name = 'a.svg') => describeMedia(name, Buffer.from(source));

  it.each([
    ['<svg width="120" height="80"/>', { width: 120, height: 80 }],
    ['<svg width="1in" height="2in"></svg>', { width: 96, height: 192 }],
    ['<svg viewBox="0 0 24 12"/>', { width: 24, height: 12 }],
    ['<svg viewBox="0,0,24,12"/>', { width: 24, height: 12 }],
    ['<svg viewBox=" 0  0\n24, 12 "/>', { width: 24, height: 12 }],
    ['<svg width="100%" height="100%" viewBox="0 0 24 12"/>', { width: 24, height: 12 }],
    ['<svg width="48" viewBox="0 0 24 12"/>', { width: 48, height: 24 }],
    [
      '\ufeff<?xml version="1.0"?>\n<!-- <svg width="1" height="1"> -->\n<svg\nwidth="3"\nheight="4">',
      { width: 3, height: 4 },
    ],
    [
      '<!DOCTYPE svg PUBLIC "-//W3C//DTD" "x.dtd" [ <!ENTITY a "1>2"> ]><svg:svg width="3" height="4"/>',
      { width: 3, height: 4 },
    ],
    [`<!--${'-'.repeat(5_000)}--><svg width="3" height="4"/>`, { width: 3, height: 4 }],
  ])('has the dimensions of its root: %s', async (source, dimensions) => {
    expect(await svg(source)).toEqual({ contentType: 'image/svg+xml', dimensions });
  });

  it.each([
    '<svg/>',
    '<svg viewBox="a b c d"/>',
    '<svg width="0" height="0"/>',
    '<svg width="1e999" height="5"/>',
  ])('may have none: %s', async (source) => {
    expect(await svg(source)).toEqual({ contentType: 'image/svg+xml' });
  });

  it('is known by its root, whatever its name and encoding', async () => {
    expect((await svg('<svg viewBox="0 0 1 1"/>', 'logo.png')).contentType).toBe('image/svg+xml');
    const latin1 =
      '<?xml version="1.0" encoding="ISO-8859-1"?><svg width="1" height="2"><text>é</text></svg>';
    expect(await describeMedia('a.svg', Buffer.from(latin1, 'latin1'))).toEqual({
      contentType: 'image/svg+xml',
      dimensions: { width: 1, height: 2 },
    });
  });

  it('is plain text without such a root', async () => {
    for (const source of ['<svgx/>', '<html><svg/></html>', '<svg width="1"', 'not xml', '<!-- <svg/>']) {
      expect(await svg(source)).toEqual({ contentType: 'text/plain' });
    }
  });
});

describe('hostile files', () => {
  const samples = [
    png(9, 9),
    gif(9, 9),
    jpeg(9, 9, 6),
    avif(ispe(9, 9)),
    Buffer.from('<svg width="9" height="9"/>'),
  ];

  it('never fail when truncated, and never show dimensions that are not in them', async () => {
    for (const sample of samples) {
      for (let length = 0; length < sample.length; length += 1) {
        // The memory after its end contains the data of others.
        const shared = Buffer.concat([sample.subarray(0, length), Buffer.alloc(64, 0x77)]).subarray(
          0,
          length,
        );
        const { dimensions } = await describeMedia('image.png', shared);
        expect(JSON.stringify(dimensions ?? {})).not.toContain('119');
        expect([undefined, 9]).toContain(dimensions?.width);
      }
    }
  });

  it('never fail when damaged', async () => {
    const damaged = fc
      .tuple(fc.constantFrom(...samples), fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 12 }))
      .map(([sample, changes]) => {
        const bytes = Buffer.from(sample);
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        return bytes;
      });
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(damaged, fc.uint8Array().map(Buffer.from)),
        fc.string(),
        async (bytes, name) => {
          expect((await describeMedia(name, bytes)).contentType).toMatch(/^[\w.+-]+\/[\w.+-]+$/);
        },
      ),
      { numRuns: 500 },
    );
  });

  // Without the limits each of these takes minutes and fails by the test's own time limit.
  it.each([
    ['JPEG without an end', Buffer.concat([jpeg(9, 9).subarray(0, 20), Buffer.alloc(30_000_000)])],
    ['AVIF of a million sizes', avif(Buffer.concat(Array(500_000).fill(ispe(9, 9))))],
    ['SVG that opens a million roots', Buffer.from(`<svg ${'<svg '.repeat(1_000_000)}`)],
    ['SVG of unclosed quotes', Buffer.from(`<svg a=${`"'`.repeat(1_000_000)}`)],
    ['SVG of view boxes', Buffer.from(`<svg ${'viewBox=" '.repeat(500_000)}>`)],
    ['comment that never ends', Buffer.from('<!--'.repeat(1_000_000))],
    [
      'TIFF of entries',
      Buffer.concat([Buffer.from('II*\0\x08\0\0\0', 'latin1'), Buffer.alloc(30_000_000, 1)]),
    ],
  ])('are described in bounded time: %s', async (_what, bytes) => {
    expect((await describeMedia('hostile.svg', bytes)).contentType).toEqual(expect.any(String));
  });
});
