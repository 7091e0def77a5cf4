/** A repository with everything that occurs in practice but not in the corpora. */
import { createFixtureRepository, type FixtureFiles, type FixtureRepository } from './git-fixtures.ts';

const NARROW_SPACE = '\u202f';
/** As macOS writes it: letter and accent are separate characters. */
const DECOMPOSED = 'Re\u0301sume\u0301.md';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const SUMMARY = `\uFEFF# Table of contents

* [Welcome & <introduction>](README.md)
* [confd\\_lib \\[beta\\] &amp; friends](api/confd_lib.md "confd")
* [🚀 Übersicht](übersicht.md)
* [Résumé](R%C3%A9sum%C3%A9.md)
* [Screenshot notes](<notes/Screenshot 1.23${NARROW_SPACE}PM.md>)
* [Spaces](notes/with%20spaces%20(1).md)
* [Case](notes/Case.md)
* [case](notes/case.md)
* [Wrong case](NOTES/crlf.md)
* [Linked page](linked.md)
* [Linked folder](linked-folder/)
  * [Inside](linked-folder/inside.md)
* Without a file
  * [Below](blocks/file.md)
* [Missing](nowhere/missing.md)
* [Outside](https://example.org/docs?a=1&b=2#c)
* [An anchor](blocks/math.md#second)
* [Math](blocks/math.md)
* [Math again](blocks/math.md)

## Blocks <a href="#all-blocks" id="all-blocks"></a>

* [Operation](blocks/openapi-operation.md)
* [Dead links](blocks/dead-links.md)
* [Old blocks](blocks/old-blocks.md)
* [Integrations](blocks/integrations.md)
* [Unclosed fence](blocks/unclosed-fence.md)
* [Unbalanced tabs](blocks/unbalanced-tabs.md)
* [Empty](blocks/empty.md)
* [CRLF](notes/crlf.md)
* [Mixed](notes/mixed.md)
* \`\`\`yaml
  dependencies:
    spec:
      ref:
        kind: openapi
        spec: pets
  type: builtin:openapi
  props:
    models: true
  \`\`\`

***

* [After the groups](after.md)

Some prose that is no entry.

## Deep <a id="deep-down"></a>

- [1](deep/1.md)
\t- [2](deep/2.md)
\t\t- [3](deep/3.md)
\t\t\t- [4](deep/4.md)
\t\t\t\t- [5](deep/5.md)
\t\t\t\t\t- [6](deep/6.md)
\t\t\t\t\t\t- [7](deep/7.md)
\t\t\t\t\t\t\t- [8](deep/8.md)
\t\t\t\t\t\t\t\t- [9](deep/9.md)
\t\t\t\t\t\t\t\t\t- [10](deep/10.md)
`;

const deepPages = Object.fromEntries(
  Array.from({ length: 10 }, (_, at) => [`deep/${at + 1}.md`, `# Level ${at + 1}\n`]),
);

const ODDITIES: FixtureFiles = {
  '.gitbook.yaml': `---
root: ./

structure:
  readme: README.md
  summary: SUMMARY.md

redirects:
  Old/Path: after.md
  /gone: ./nowhere/deleted.md
  section: blocks/math.md#second
redirect:
  typo: README.md
`,
  'SUMMARY.md': SUMMARY,
  'README.md':
    '---\ndescription: >-\n  Everything odd\nicon: rocket\n---\n\n# Welcome & \\<introduction>\n\nSee [home](./).\n',
  'api/confd_lib.md': '# confd\\_lib\n\n`a_b` and a\\_b\n',
  'übersicht.md': '# 🚀 Übersicht\n\nGrüße, 你好.\n',
  [DECOMPOSED]: '# Résumé\n',
  [`notes/Screenshot 1.23${NARROW_SPACE}PM.md`]: '# Screenshot notes\n',
  'notes/with spaces (1).md': `# Spaces\n\n![shot](<../.gitbook/assets/Screenshot 9.41${NARROW_SPACE}AM (1).png>)\n`,
  'notes/Case.md': '# Upper\n',
  'notes/case.md': '# Lower\n',
  'notes/crlf.md': '# CRLF\r\n\r\n* one\r\n* two\r\n\r\n{% hint style="info" %}\r\nText\r\n{% endhint %}\r\n',
  'notes/mixed.md': '# Mixed\r\n\nfirst\r\nsecond\n\r\nthird  \nfourth',
  'notes/unlisted.md': '# Nobody lists me\n',
  'linked.md': { symlink: 'api/confd_lib.md' },
  'shared/README.md': '# Shared\n',
  'shared/inside.md': '# Inside\n',
  'linked-folder': { symlink: './shared' },
  'outside.md': { symlink: '../../../../etc/passwd' },
  'absolute.md': { symlink: '/etc/passwd' },
  'dangling.md': { symlink: 'no/such/file.md' },
  'loop-a.md': { symlink: 'loop-b.md' },
  'loop-b.md': { symlink: 'loop-a.md' },
  'shared/up': { symlink: '..' },
  'vendor/library': { submodule: '1234567890123456789012345678901234567890' },
  'blocks/file.md':
    '# File\n\n{% file src="../.gitbook/assets/manual.pdf" %}\n\n{% file src="../.gitbook/assets/manual.pdf" %}\nThe manual\n{% endfile %}\n',
  'blocks/openapi-operation.md':
    '# Operation\n\n{% openapi-operation spec="pets" path="/pets/{petId}" method="get" %}\n[OpenAPI pets](https://example.org/pets.json)\n{% endopenapi-operation %}\n',
  'blocks/math.md': '# Math\n\nInline $$a^2$$ and a lone $.\n\n$$\n\\sum_{i=1}^n i\n$$\n\n## Second\n',
  'blocks/dead-links.md':
    '# Dead links\n\n[a](broken-reference) [b](/broken/pages/abc) [c](/broken/spaces/s1/pages/p1) ![d](/broken/files/f1) [e]()\n\n{% content-ref url="broken-reference" %}\n[Broken link](broken-reference)\n{% endcontent-ref %}\n',
  'blocks/old-blocks.md':
    '# Old blocks\n\n{% page-ref page="../after.md" %}\n\n{% swagger src="../openapi.yaml" path="/pets" method="get" %}\n[openapi.yaml](../openapi.yaml)\n{% endswagger %}\n\n{% api-method method="get" host="https://api.example.org" path="/v1/x" %}\n{% api-method-summary %}\nGet\n{% endapi-method-summary %}\n{% endapi-method %}\n',
  'blocks/integrations.md':
    '# Integrations\n\n{% @github-files/github-code-block url="https://github.com/a/b/blob/main/c.ts" %}\n\n{% @mermaid/diagram content="graph TD\n  A[\\"x\\"] --> B" %}\n',
  'blocks/unclosed-fence.md': '# Unclosed fence\n\n```js\nconst a = 1;\n\nstill code\n',
  'blocks/unbalanced-tabs.md':
    '# Unbalanced tabs\n\n{% tabs %}\n{% tab title="One" %}\nText\n{% endtabs %}\n\nAfter\n\n{% endtab %}\n',
  'blocks/empty.md': '',
  'after.md': '# After\n',
  ...deepPages,
  'docs.yaml': 'site:\n  title: Odd\n',
  'openapi.yaml': 'openapi: 3.1.0\ninfo: {title: Pets, version: "1"}\npaths: {}\n',
  LICENSE: 'Do what you like.\n',
  '.github/workflows/build.yml': 'on: push\n',
  '.gitignore': 'dist\n',
  '.gitbook/vars.yaml':
    'version: 1.10\nreleased: 2024-05-01\ncount: 3\nbeta: true\nname: Odd\n9bad: x\nnested: {a: 1}\n',
  '.gitbook/tags.yaml':
    '- tag: new\n  label: New\n  icon: star\n  color: blue\n- tag: old\n  label: Old\n  emoji: 1f4d4\n- label: nameless\n',
  '.gitbook/includes/notice.md':
    '---\ntitle: A notice\n---\n\n{% hint style="info" %}\nHello\n{% endhint %}\n',
  '.gitbook/includes/untitled.md': 'Plain\n',
  '.gitbook/assets/manual.pdf': Buffer.from('%PDF-1.4\n%%EOF\n'),
  '.gitbook/assets/no-extension': PNG,
  [`.gitbook/assets/Screenshot 9.41${NARROW_SPACE}AM (1).png`]: PNG,
};

/** The oddities as a repository, with one file whose name is not UTF-8 and one with a line break in it. */
export async function createOddities(directory: string): Promise<FixtureRepository> {
  const repository = await createFixtureRepository(directory);
  await repository.commit(ODDITIES, {
    message: 'Collect what is odd',
    named: [
      {
        name: Buffer.from([0x6e, 0x6f, 0x74, 0x65, 0x73, 0x2f, 0xe9, 0x2e, 0x6d, 0x64]),
        content: '# Latin-1 name\n',
      },
      { name: Buffer.from('notes/line\nbreak.md'), content: '# Line break\n' },
    ],
  });
  return repository;
}
