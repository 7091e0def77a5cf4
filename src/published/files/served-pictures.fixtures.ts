import { crc32, deflateSync } from 'node:zlib';
import { type Canvas, createCanvas, loadImage } from '@napi-rs/canvas';

/** A picture with four quarters: red and green above, blue and white below. */
export function drawQuarters(width: number, height: number): Canvas {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const [halfWidth, halfHeight] = [width / 2, height / 2];
  for (const [color, x, y] of [
    ['red', 0, 0],
    ['lime', halfWidth, 0],
    ['blue', 0, halfHeight],
    ['white', halfWidth, halfHeight],
  ] as const) {
    context.fillStyle = color;
    context.fillRect(x, y, halfWidth, halfHeight);
  }
  return canvas;
}

/** A picture that takes many bytes, as photographs do. */
export function drawNoise(width: number, height: number): Canvas {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const pixels = context.createImageData(width, height);
  let state = 1;
  for (let at = 0; at < pixels.data.length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    pixels.data[at] = at % 4 === 3 ? 255 : state >>> 24;
  }
  context.putImageData(pixels, 0, 0);
  return canvas;
}

export interface SeenPicture {
  width: number;
  height: number;
  /** Red, green, blue and opacity of a pixel; the place in shares of the width and the height. */
  at(x: number, y: number): number[];
}

export async function look(bytes: Buffer): Promise<SeenPicture> {
  const image = await loadImage(bytes);
  const { width, height } = image;
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(image, 0, 0);
  return {
    width,
    height,
    at: (x, y) => [...context.getImageData(Math.floor(x * width), Math.floor(y * height), 1, 1).data],
  };
}

/** The names of the colors of the four quarters. */
export function quartersOf(picture: SeenPicture): string[] {
  const nameAt = (x: number, y: number): string => {
    const [red = 0, green = 0, blue = 0] = picture.at(x, y).map((value) => (value > 128 ? 1 : 0));
    return ['black', 'blue', 'lime', 'cyan', 'red', 'pink', 'yellow', 'white'][
      red * 4 + green * 2 + blue
    ] as string;
  };
  return [nameAt(0.25, 0.25), nameAt(0.75, 0.25), nameAt(0.25, 0.75), nameAt(0.75, 0.75)];
}

/** Writes into a JPEG how it is to be turned. */
export function turn(jpeg: Buffer, orientation: number): Buffer {
  const exif = Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0', 'latin1');
  exif.writeUInt16BE(orientation, 24);
  const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)]);
}

/** A WebP of 1000 by 500 pixels that shows a picture of this size twice. */
export function animate(webp: Buffer): Buffer {
  const size = '\xe7\x03\0\xf3\x01\0';
  const part = (type: string, content: Buffer): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(content.length);
    return Buffer.concat([Buffer.from(type), length, content]);
  };
  const frame = part(
    'ANMF',
    Buffer.concat([
      Buffer.from(`\0\0\0\0\0\0${size}\x64\0\0\0`, 'latin1'),
      webp.subarray(webp.indexOf('VP8 ')),
    ]),
  );
  const parts = [
    Buffer.from('WEBP'),
    part('VP8X', Buffer.from(`\x02\0\0\0${size}`, 'latin1')),
    part('ANIM', Buffer.alloc(6)),
    frame,
    frame,
  ];
  return part('RIFF', Buffer.concat(parts));
}

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const written = Buffer.alloc(named.length + 8);
  written.writeUInt32BE(content.length);
  named.copy(written, 4);
  written.writeUInt32BE(crc32(named), named.length + 4);
  return written;
}

/** A PNG in one color. `extra`: chunks before the pixels. */
export function plainPng({
  width,
  height,
  color = [128, 128, 128],
  extra = [],
}: {
  width: number;
  height: number;
  color?: number[];
  extra?: [type: string, content: Buffer][];
}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.writeUInt16BE(0x0802, 8);
  const row = Buffer.alloc(width * 3 + 1);
  for (let x = 0; x < width; x += 1) row.set(color, 1 + x * 3);
  const rows = Buffer.alloc(row.length * height);
  for (let y = 0; y < height; y += 1) row.copy(rows, y * row.length);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    ...extra.map(([type, content]) => chunk(type, content)),
    chunk('IDAT', deflateSync(rows, { level: 0 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The chunk of a PNG that says that its colors are those of Display P3, with a gamma of 2.2. */
export function displayP3(): [type: string, content: Buffer] {
  const fixed = (...values: number[]): Buffer => {
    const bytes = Buffer.alloc(values.length * 4);
    for (const [n, value] of values.entries()) bytes.writeInt32BE(Math.round(value * 65_536), n * 4);
    return bytes;
  };
  const xyz = (...values: number[]): Buffer => Buffer.concat([Buffer.from('XYZ \0\0\0\0'), fixed(...values)]);
  const curve = Buffer.from('curv\0\0\0\0\0\0\0\x01\x02\x33\0\0', 'latin1');
  const tags: [string, Buffer][] = [
    ['rXYZ', xyz(0.5151, 0.2412, -0.0011)],
    ['gXYZ', xyz(0.2919, 0.6922, 0.0419)],
    ['bXYZ', xyz(0.1572, 0.0666, 0.7841)],
    ['wtpt', xyz(0.9642, 1, 0.8249)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ];
  const table = Buffer.alloc(4 + tags.length * 12);
  table.writeUInt32BE(tags.length);
  let end = 128 + table.length;
  for (const [n, [name, content]] of tags.entries()) {
    table.write(name, 4 + n * 12, 'latin1');
    table.writeUInt32BE(end, 8 + n * 12);
    table.writeUInt32BE(content.length, 12 + n * 12);
    end += content.length;
  }
  const header = Buffer.alloc(128);
  header.writeUInt32BE(end);
  header.writeUInt32BE(0x02400000, 8);
  header.write('mntrRGB XYZ ', 12, 'latin1');
  header.write('acsp', 36, 'latin1');
  fixed(0.9642, 1, 0.8249).copy(header, 68);
  const profile = Buffer.concat([header, table, ...tags.map(([, content]) => content)]);
  return ['iCCP', Buffer.concat([Buffer.from('P3\0\0', 'latin1'), deflateSync(profile)])];
}
