/** Conditions in every spelling that writers use, and in every place of a page. */

/** The tags before and after a text, for an expression; `isUnderstood`: whether it is evaluated. */
interface Spelling {
  name: string;
  tags: (expression: string) => readonly [opening: string, closing: string];
  isUnderstood: boolean;
  /** Whether it is a value, which contains the text. */
  isValue?: boolean;
}

const spelling = (opening: string, closing: string, isUnderstood = false): Spelling => ({
  name: `${opening} … ${closing}`,
  tags: (expression) => [opening.replace('X', () => expression), closing],
  isUnderstood,
});

export const SPELLINGS: readonly Spelling[] = [
  spelling('{% if X %}', '{% endif %}', true),
  spelling('{%if X%}', '{%endif%}', true),
  spelling('{%- if X -%}', '{%- endif -%}', true),
  spelling('{% IF X %}', '{% ENDIF %}'),
  spelling('{% If X %}', '{% endif %}'),
  spelling('{% if X %}', '{% end if %}'),
  spelling('{% if X %}', '{% /if %}'),
  spelling('{% if X %}', '{% end %}'),
  spelling('{% if X %}', '{% fi %}'),
  spelling('{% if X %}', ''),
  spelling('', '{% endif %}'),
  spelling('{% if X %}', '{% if X %}'),
  spelling('{% if X %}a{% else %}', '{% endif %}'),
  spelling('{% if X %}a{% elsif X %}', '{% endif %}'),
  spelling('{% if X %}a{% elif X %}', '{% endif %}'),
  spelling('{% else %}', '{% endif %}'),
  spelling('{% unless X %}', '{% endunless %}'),
  spelling('{% case X %}{% when true %}', '{% endcase %}'),
  spelling('{% if X', '{% endif %}'),
  spelling('{ % if X % }', '{ % endif % }'),
  spelling('{% if (X && %}', '{% endif %}'),
  spelling('{% if “X” %}', '{% endif %}'),
  spelling('{% if %}', '{% endif %}'),
  spelling('{% iff X %}', '{% endiff %}'),
  spelling('{% show visitor.claims.plan %}', '{% endshow %}'),
  spelling('&#123;% if X %&#125;', '&#123;% endif %&#125;', true),
  spelling('<!-- {% if X %} -->', '<!-- {% endif %} -->'),
  // Without a blank, an expression that begins with a letter is a part of the name. Others are understood: `{%if(a)%}`.
  spelling('{%ifvisitor.claims.plan%}', '{%endif%}'),
  spelling('{{#if X}}', '{{/if}}'),
  spelling('{{~#if X~}}', '{{~/if~}}'),
  spelling('{{#unless X}}', '{{/unless}}'),
  spelling('{{#if X}}a{{else}}', '{{/if}}'),
  spelling('{{if X}}', '{{end}}'),
  spelling('{{- if X -}}', '{{- end -}}'),
  spelling('{{ if X }}', ''),
  spelling('', '{{/if}}'),
  spelling('{{{#if X}}}', '{{{/if}}}'),
  spelling('{#if X}', '{/if}'),
  spelling('{#if X}a{:else}', '{/if}'),
  spelling('{if X}', '{/if}'),
  spelling('{if X', '{/if'),
  spelling('<% if X %>', '<% end %>'),
  spelling('<% if (X) { %>', '<% } %>'),
  spelling('<%- unless X -%>', '<%- end -%>'),
  { ...spelling('{{ X ? "', '" : "" }}'), isValue: true },
  { ...spelling('{{ X && "', '" }}'), isValue: true },
  { ...spelling('{{ X ? "', '"'), isValue: true },
  spelling('<span if="true">', '</span>'),
  spelling('<span data-if=true>', '</span>'),
];

/** What a page has around the words. */
interface ConditionContext {
  name: string;
  write: (tags: readonly [opening: string, closing: string], words: readonly string[]) => string;
  /** Whether conditions are never understood there. */
  isCrossed?: boolean;
}

const around = (name: string, before: string, after: string): ConditionContext => ({
  name,
  write: ([opening, closing], words) => `${before}${opening}${words.join(' ')}${closing}${after}`,
});

/** With the tags on lines of their own. */
const linesAround = (name: string, before: string, after: string): ConditionContext => ({
  name: `lines in ${name}`,
  write: ([opening, closing], [first, ...words]) =>
    `${before}${opening}\n\n${first}\n\n- ${words.join('\n- ')}\n\n${closing}${after}`,
});

export const PLACES: readonly ConditionContext[] = [
  around('a line of its own', '', ''),
  around('a sentence', 'Before ', ' after.'),
  around('a heading', '## Head ', '\n\nText.'),
  around('an item', '- one\n- ', '\n- three'),
  around('an item of a nested list', '1. one\n   - ', '\n2. two'),
  around('a cell', '| A | B |\n| - | - |\n| ', ' | b |'),
  around(
    'an HTML cell',
    '<table><thead><tr><th>A</th><th width="99">B</th></tr></thead><tbody><tr><td>',
    '</td><td>b</td></tr></tbody></table>',
  ),
  around('a quote', '> ', ''),
  around('a line after a quote', '> Text\n', ''),
  around('a hint', '{% hint style="info" %}\n', '\n{% endhint %}'),
  around('a tab', '{% tabs %}\n{% tab title="A" %}\n', '\n{% endtab %}\n{% endtabs %}'),
  around('an expandable', '<details>\n\n<summary>A</summary>\n\n', '\n\n</details>'),
  around('a summary', '<details>\n\n<summary>A ', '</summary>\n\nText\n\n</details>'),
  around('a column', '{% columns %}\n{% column %}\n', '\n{% endcolumn %}\n{% endcolumns %}'),
  around('a step', '{% stepper %}\n{% step %}\n', '\n{% endstep %}\n{% endstepper %}'),
  around('a condition', '{% if true %}\n', '\n{% endif %}'),
  around('emphasis', 'Text **', '** text'),
  around('a link', 'Text [', '](https://example.com) text'),
  around('a footnote', 'Text[^note] text.\n\n[^note]: ', ''),
  linesAround('a page', 'Text.\n\n', ''),
  linesAround('a hint', '{% hint style="info" %}\n', '\n{% endhint %}'),
  linesAround('a tab', '{% tabs %}\n{% tab title="A" %}\n', '\n{% endtab %}\n{% endtabs %}'),
  {
    name: 'items',
    isCrossed: true,
    write: ([opening, closing], words) => `- ${opening}\n- ${words.join('\n- ')}\n- ${closing}`,
  },
  {
    // One without an end ends with the hint, and so does a value.
    name: 'a hint and what follows',
    isCrossed: true,
    write: ([opening, closing], [first, ...words]) => {
      const endsThere = closing === '' || closing.startsWith('"');
      const inHint = endsThere ? words.join(' ') : '';
      const after = endsThere ? 'after' : words.join('\n\n');
      return `{% hint style="info" %}\n${opening}${first} ${inHint}\n{% endhint %}\n\n${after}\n\n${closing}`;
    },
  },
  {
    name: 'cells',
    isCrossed: true,
    write: ([opening, closing], words) =>
      `| A | B |\n| - | - |\n| ${opening} | ${words[0]} |\n| ${words.slice(1).join(' ')} | ${closing} |`,
  },
];

/** Front matter that means a page to be hidden, and is not an expression, or one that holds for nobody. */
export const FRONT_MATTERS: readonly string[] = [
  'if: false',
  'if: "false"',
  'if:',
  'if: ~',
  'if: ""',
  'if: []',
  'if: [visitor.claims.beta]',
  'if: {plan: pro}',
  'if: 1',
  'if: visitor.claims.',
  'if: “visitor.claims.beta”',
  'If: visitor.claims.beta',
  'IF: visitor.claims.beta',
  'if : visitor.claims.',
  'if = visitor.claims.beta',
  'if visitor.claims.beta',
  '{if: [visitor.claims.beta]}',
  '- if: visitor.claims.beta',
  'if: true\nif: visitor.claims.beta',
  'if: true\nIf: false',
  '  if: visitor.claims.beta\nicon: star',
  'layout:\n  if: visitor.claims.beta',
  'vars:\n  if: visitor.claims.beta',
  'icon: star\n  if: visitor.claims.beta',
  'icon: "star\nif: visitor.claims.beta',
  'icon: [star\nif: visitor.claims.beta',
  'description: "{% if visitor.claims.beta %}text{% endif %}"',
];
