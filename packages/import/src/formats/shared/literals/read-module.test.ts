import { expect, it } from 'vitest';
import { filesOf } from '../../../../../../test/fixtures/import/formats/shared/formats.ts';
import { UNKNOWN } from './literal.ts';
import { readModule } from './read-module.ts';

const read = async (contents: Record<string, string>, name = 'default') =>
  (await readModule(filesOf(contents), 'config.ts'))?.(name);

it('reads literals, names, spreads, modules beside it and functions that return one expression', async () => {
  const value = await read({
    'config.ts': `import { two } from './parts/two';
import data from './data.json';
const one: string = 'one' as const;
function three() { const inner = ['three']; return inner; }
export default defineConfig({ list: [one, ...two, ...three(), \`\${one}!\`], data, ['a' + 'b']: -1, computed: run(), off: !true } satisfies Config);`,
    'parts/two.ts': "export const two = ['two'];",
    'data.json': '{"x": null}',
  });
  expect(value).toEqual({
    list: ['one', 'two', 'three', 'one!'],
    data: { x: null },
    ab: -1,
    computed: UNKNOWN,
    off: false,
  });
});

it('ends for names that need themselves, for deep chains and for lists that double', async () => {
  expect(await read({ 'config.ts': 'const a = b; const b = a; export default a;' })).toBe(UNKNOWN);
  const chain = Array.from({ length: 5000 }, (_, i) => `const a${i} = a${i + 1};`).join('\n');
  expect(await read({ 'config.ts': `${chain}\nexport default a0;` })).toBe(UNKNOWN);
  expect(await read({ 'config.ts': "import a from './config.ts'; export default a;" })).toBe(UNKNOWN);
});

it('reads nothing of a script that it cannot parse, or that nests too deeply', async () => {
  expect(await read({ 'config.ts': 'export default {' })).toBeUndefined();
  expect(await read({ 'config.ts': `export default ${'['.repeat(20_000)}` })).toBeUndefined();
});

it('never takes a name of a prototype for a value', async () => {
  expect(await read({ 'config.ts': 'const a = {}; export default a.constructor;' })).toBe(UNKNOWN);
  const value = await read({ 'config.ts': 'export default { "__proto__": { polluted: true } };' });
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  expect(Object.getPrototypeOf(value)).toBeNull();
});
