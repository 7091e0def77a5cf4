import { expect, test } from 'vitest';
import { drawOnce } from './drawn-pieces.ts';
import { NO_PIECES, type Pieces, type WantedPieces } from './pieces.ts';

test('draws each piece once, whatever else stands beside it', async () => {
  const asked: WantedPieces[] = [];
  const draw = async (wanted: WantedPieces): Promise<Pieces> => {
    asked.push(wanted);
    return {
      code: new Map(wanted.code.map(({ syntax, text }) => [`${syntax}\n${text}`, [[['k', text]]]])),
      math: new Map(wanted.math.map(({ formula }) => [`inline\n${formula}`, formula])),
      icons: new Map(
        wanted.icons.flatMap((icon) =>
          icon === 'none' ? [] : [[icon, { width: 1, height: 1, path: icon }] as const],
        ),
      ),
    };
  };
  const js = { syntax: 'js', text: 'drawn()' };
  const sum = { formula: 'drawn + 1', isBlock: false };
  expect(await drawOnce({ code: [], math: [], icons: [] }, draw)).toBe(NO_PIECES);
  const first = await drawOnce({ code: [js], math: [sum], icons: ['drawn', 'none'] }, draw);
  expect(first.icons.has('none')).toBe(false);
  const ts = { syntax: 'ts', text: 'drawn()' };
  const second = await drawOnce({ code: [js, ts], math: [sum], icons: ['drawn', 'none'] }, draw);
  expect(asked).toEqual([
    { code: [js], math: [sum], icons: ['drawn', 'none'] },
    // The same text in another language is another piece, and what could not be drawn is tried again.
    { code: [ts], math: [], icons: ['none'] },
  ]);
  expect([...second.code.keys()]).toEqual(['js\ndrawn()', 'ts\ndrawn()']);
  expect(second.math).toEqual(first.math);
  expect(second.icons).toEqual(first.icons);
});
