import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addSpace } from '../../../../../test/factories.ts';
import { runJobsFor } from '../../../../../test/jobs.ts';
import { startWebServer, type WebServer } from '../../../../../test/web-server.ts';
import { decodeNames, type RawName } from './zip-names.ts';

/** Names as tools on systems with these encodings write them, without a mark. */
const UNMARKED: readonly (readonly [encoding: string, names: readonly (readonly [string, string])[]])[] = [
  [
    'gbk',
    [
      ['使用说明/安装指南.md', 'cab9d3c3cbb5c3f72fb0b2d7b0d6b8c4cf2e6d64'],
      ['使用说明/常见问题.md', 'cab9d3c3cbb5c3f72fb3a3bcfbcecacce22e6d64'],
      ['图片/截图.png', 'cdbcc6ac2fbdd8cdbc2e706e67'],
    ],
  ],
  ['gbk', [['第一章.md', 'b5dad2bbd5c22e6d64']]],
  [
    'shift_jis',
    [
      ['マニュアル/はじめに.md', '837d836a83858341838b2f82cd82b682df82c92e6d64'],
      ['マニュアル/設定方法.md', '837d836a83858341838b2f90dd92e895fb96402e6d64'],
      ['表.md', '955c2e6d64'],
    ],
  ],
  ['shift_jis', [['日本語の文書.md', '93fa967b8cea82cc95b68f912e6d64']]],
  [
    'windows-1252',
    [
      ['Café.md', '436166e92e6d64'],
      ['Übersicht/Größe.md', 'dc62657273696368742f4772f6df652e6d64'],
      ['Éléments à lire.md', 'c96ce96d656e747320e0206c6972652e6d64'],
    ],
  ],
  [
    'cp437',
    [
      ['Café.md', '436166822e6d64'],
      ['Übersicht/Größe.md', '9a62657273696368742f477294e1652e6d64'],
      ['niño.md', '6e69a46f2e6d64'],
    ],
  ],
  [
    'ibm866',
    [
      ['Руководство/Установка.md', '90e3aaaea2aea4e1e2a2ae2f93e1e2a0adaea2aaa02e6d64'],
      ['Введение.md', '82a2a5a4a5ada8a52e6d64'],
    ],
  ],
  [
    'windows-1251',
    [
      ['Руководство/Установка.md', 'd0f3eaeee2eee4f1f2e2ee2fd3f1f2e0edeee2eae02e6d64'],
      ['Введение.md', 'c2e2e5e4e5ede8e52e6d64'],
    ],
  ],
  [
    'big5',
    [
      ['使用手冊/安裝說明.md', 'a8cfa5cea4e2a5552fa677b8cbbba1a9fa2e6d64'],
      ['常見問題.md', 'b160a8a3b0ddc3442e6d64'],
    ],
  ],
];

const raw = (bytes: Buffer | string, parts: Partial<RawName> = {}): RawName => ({
  bytes: Buffer.from(bytes),
  isMarkedUtf8: false,
  extraFields: [],
  ...parts,
});

function unicodePath(name: string, of: Buffer, version = 1): { id: number; data: Buffer } {
  const head = Buffer.alloc(5);
  head.writeUInt8(version, 0);
  head.writeUInt32LE(crc32(of), 1);
  return { id: 0x7075, data: Buffer.concat([head, Buffer.from(name)]) };
}

describe('names in an archive', () => {
  test.each(UNMARKED)('without a mark are read in %s, and said to be guessed', (encoding, names) => {
    const decoded = decodeNames([raw('README.md'), ...names.map(([, hex]) => raw(Buffer.from(hex, 'hex')))]);
    expect(decoded).toEqual([{ name: 'README.md' }, ...names.map(([name]) => ({ name, guessed: encoding }))]);
  });

  test.each(UNMARKED)('with a Unicode path are certain, beside %s', (_, names) => {
    const decoded = decodeNames(
      names.map(([name, hex]) => {
        const bytes = Buffer.from(hex, 'hex');
        return raw(bytes, { extraFields: [{ id: 1, data: Buffer.alloc(8) }, unicodePath(name, bytes)] });
      }),
    );
    expect(decoded).toEqual(names.map(([name]) => ({ name })));
  });

  test.each([[true], [false]])('that are UTF-8 are certain, marked: %s', (isMarkedUtf8) => {
    const names = UNMARKED.flatMap(([, each]) => each.map(([name]) => name));
    expect(decodeNames(names.map((name) => raw(name, { isMarkedUtf8 })))).toEqual(
      names.map((name) => ({ name })),
    );
  });

  test('ignore a Unicode path of another name, of another version or that is cut off', () => {
    const bytes = Buffer.from('a.md');
    for (const field of [
      unicodePath('b.md', Buffer.from('c.md')),
      unicodePath('b.md', bytes, 2),
      { id: 0x7075, data: Buffer.from([1, 2]) },
    ])
      expect(decodeNames([raw(bytes, { extraFields: [field] })])).toEqual([{ name: 'a.md' }]);
  });

  test('that are marked as UTF-8 but are not are guessed', () => {
    const bytes = Buffer.from('Café.md', 'latin1');
    expect(decodeNames([raw(bytes, { isMarkedUtf8: true })])).toEqual([
      { name: 'Café.md', guessed: 'windows-1252' },
    ]);
  });
});

interface WrittenEntry {
  name: Buffer;
  content: string;
  flags?: number;
  extra?: Buffer;
}

/** An archive, byte by byte: tools do not write every one of these names. */
function zipBytes(entries: readonly WrittenEntry[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, flags = 0, extra = Buffer.alloc(0) } of entries) {
    const bytes = Buffer.from(content);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(flags, 2);
    head.writeUInt32LE(crc32(bytes), 10);
    head.writeUInt32LE(bytes.length, 14);
    head.writeUInt32LE(bytes.length, 18);
    head.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, name, bytes]);
    head.writeUInt16LE(extra.length, 24);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), head, tail, name, extra);
    bodies.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, central, end]);
}

describe('an import of an archive', () => {
  let app: TestApp;
  let web: WebServer;
  beforeAll(async () => {
    app = await buildTestApp({ config: { allowPrivateNetworks: true } });
    web = await startWebServer();
  });
  afterAll(async () => {
    await web.close();
    await app.close();
  });

  async function importEntries(entries: readonly WrittenEntry[]) {
    web.content['/x.zip'] = { type: 'application/zip', body: zipBytes(entries) };
    const url = `/v1/spaces/${await addSpace(app)}/content`;
    const body = { url: web.url('/x.zip'), source: 'zip', format: 'markdown' };
    const response = await runJobsFor(app, app.request('POST', `${url}/import`, { body }));
    const run = await app.request('GET', `${url}/imports/${response.headers['x-import-id']}`);
    const files = await app.request('GET', `${url}/files`);
    return { response: response.json(), run: run.json(), files: files.json().items };
  }

  test('finds the files that pages name in an archive of another system', async () => {
    const { run, files } = await importEntries([
      { name: Buffer.from('README.md'), content: '# Start\n\n[図](表/図.txt) [é](Café.txt)\n' },
      { name: Buffer.from('955c5c907d2e747874', 'hex'), content: 'figure' },
      { name: Buffer.from('x.txt'), extra: fieldOf('Café.txt', Buffer.from('x.txt')), content: 'coffee' },
    ]);
    expect(files.map(({ name }: { name: string }) => name).sort()).toEqual(['Café.txt', '図.txt']);
    expect(run.problems).toMatchObject([{ path: '表/図.txt', reason: 'guessed-name' }]);
  });

  test('reports a name that two files have', async () => {
    const { run } = await importEntries([
      { name: Buffer.from('a.md'), content: '# One\n' },
      { name: Buffer.from('Café.md'), content: '# Two\n', flags: 0x800 },
      { name: Buffer.from('Cafe\u0301.md'), content: '# Three\n', flags: 0x800 },
      { name: Buffer.from('.\\a.md'), content: '# Four\n' },
    ]);
    expect(run.counts.pages).toBe(2);
    expect(run.problems).toMatchObject([
      { path: 'Café.md', reason: 'duplicate-path' },
      { path: './a.md', reason: 'duplicate-path' },
    ]);
  });

  test.each([
    ['..\\a.md', ''],
    ['C:/a.md', ''],
    ['a.md', '../b.md'],
    ['a.md', '/b.md'],
  ])('refuses a path that leads out of it: %s %s', async (name, unicode) => {
    const bytes = Buffer.from(name);
    const extra = unicode === '' ? Buffer.alloc(0) : fieldOf(unicode, bytes);
    const { response } = await importEntries([{ name: bytes, content: '# A\n', extra }]);
    expect(response.error).toMatchObject({ reason: 'import-archive-path-unsafe' });
  });
});

function fieldOf(name: string, of: Buffer): Buffer {
  const { id, data } = unicodePath(name, of);
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id, 0);
  head.writeUInt16LE(data.length, 2);
  return Buffer.concat([head, data]);
}
