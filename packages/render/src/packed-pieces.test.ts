import { expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { drawPieces } from './drawing/draw-pieces.ts';
import { DRAWING_VERSION, packPieces, unpackPieces } from './packed-pieces.ts';
import { NO_PIECES } from './pieces.ts';

const WANTED = {
  code: [
    { syntax: 'js', text: "const a = 'ü';\n\nreturn  a; // 𝒜\n" },
    { syntax: 'no-such-language', text: 'a\n\n b' },
    { syntax: 'bash', text: '' },
  ],
  math: [
    { formula: '\\frac{1}{2}', isBlock: true },
    { formula: '\\nothing{', isBlock: false },
  ],
  icons: ['rocket', 'no-such-icon'],
};

test('what was drawn is the same after it was stored, and so is what cannot be drawn', async () => {
  const drawn = await drawPieces(WANTED);
  const packed = packPieces(WANTED, drawn) as Uint8Array;
  expect(unpackPieces([packed])).toEqual(drawn);
  expect([...drawn.code.values()]).toHaveLength(3);
  expect(drawn.code.get('no-such-language\na\n\n b')).toEqual([[['', 'a']], [], [['', ' b']]]);
  expect([...drawn.math.values()].map((node) => node === null)).toEqual([false, true]);
  expect([...drawn.icons.values()].map((shape) => shape === null)).toEqual([false, true]);
});

test('pieces that were not drawn are not stored', () => {
  expect(unpackPieces([packPieces(WANTED, NO_PIECES) as Uint8Array])).toEqual(NO_PIECES);
  expect(packPieces({ code: [], math: [], icons: [] }, NO_PIECES)).toBeUndefined();
});

test('the version is raised when a package that draws is', () => {
  const versions = [
    '@shikijs/langs',
    '@shikijs/primitive',
    '@shikijs/engine-oniguruma',
    'temml',
    '@iconify-json/fa6-solid',
    '@iconify-json/fa6-brands',
    '@iconify-json/fa6-regular',
  ].map((name) => `${name} ${packageJson.dependencies[name as keyof typeof packageJson.dependencies]}`);
  expect({ DRAWING_VERSION, versions }).toMatchInlineSnapshot(`
    {
      "DRAWING_VERSION": 3,
      "versions": [
        "@shikijs/langs 4.6.0",
        "@shikijs/primitive 4.6.0",
        "@shikijs/engine-oniguruma 4.6.0",
        "temml 0.13.5",
        "@iconify-json/fa6-solid 1.2.4",
        "@iconify-json/fa6-brands 1.2.6",
        "@iconify-json/fa6-regular 1.2.4",
      ],
    }
  `);
});
