import { inspectSource } from '@lectern/content/facts/document-facts';
import { parseExpression } from '@lectern/expressions/parse-expression';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FRONT_MATTERS, PLACES, SPELLINGS } from '../test/condition-spellings.ts';
import { mentionsCondition, readConditionTags } from './condition-tags.ts';
import { evaluateDocument, type Outcomes } from './evaluate-document.ts';
import { evaluateForVisitors } from './evaluate-markdown.ts';
import { readPageSettings } from './page-settings.ts';
import { parseMarkdown } from './parse-markdown.ts';

const WORDS = ['firstword', 'secondword', 'thirdword'];
const EXPRESSION = 'visitor.claims.beta';
const NOBODY: Outcomes = new Map([['true', { holds: true, text: '' }]]);
const EVERYBODY: Outcomes = new Map([...NOBODY, [EXPRESSION, { holds: true, text: '' }]]);

function showTo(source: string, outcomes: Outcomes): { markdown: string; blocks: string } {
  const { document } = parseMarkdown(source);
  return {
    markdown: evaluateForVisitors(source, outcomes, { isHidden: () => false, mask: '' }),
    blocks: JSON.stringify(evaluateDocument(document, outcomes)),
  };
}

const cases = PLACES.flatMap((place) =>
  SPELLINGS.map((spelling) => ({
    title: `${spelling.name} in ${place.name}`,
    source: `# Title\n\n${place.write(spelling.tags(EXPRESSION), WORDS)}\n`,
    isUnderstood: spelling.isUnderstood && !place.isCrossed,
  })),
);

test('nobody sees what a condition in any spelling and any place can mean as hidden', () => {
  const leaks = cases.filter(({ source }) => {
    const { markdown, blocks } = showTo(source, NOBODY);
    return WORDS.some((word) => markdown.includes(word) || blocks.includes(word));
  });
  expect(leaks.map(({ title }) => title)).toEqual([]);
});

test('a condition that holds shows its text and none of its tags, in any place', () => {
  const wrong = cases.filter(({ source, isUnderstood }) => {
    const { markdown, blocks } = showTo(source, EVERYBODY);
    const isShown = WORDS.map((word) => markdown.includes(word) && blocks.includes(word));
    return isShown.some((one) => one !== isUnderstood) || mentionsCondition(markdown + blocks);
  });
  expect(wrong.map(({ title }) => title)).toEqual([]);
});

test('the writer is told of each condition that is not understood', () => {
  const wrong = cases.filter(({ source, isUnderstood }) => {
    const { parts, problems } = inspectSource(Buffer.from(source));
    const conditions = parts.facts.adaptive?.conditions ?? [];
    const isReported = problems.some(({ message }) => message.includes('condition is invalid'));
    const isInvalid = conditions.some((one) => !parseExpression(one).expression);
    return isReported === isUnderstood || isInvalid === isUnderstood;
  });
  expect(wrong.map(({ title }) => title)).toEqual([]);
});

test.each(SPELLINGS)('$name hides the line after the quote in which it begins', ({ tags }) => {
  const [opening, closing] = tags(EXPRESSION);
  const { markdown, blocks } = showTo(`> ${opening}\nfirstword\n${closing}\n`, NOBODY);
  expect(markdown + blocks).not.toContain('firstword');
});

test.each(['', '\n\n'])(
  'conditions nested too deeply, separated by %j, are hidden and reported',
  (separator) => {
    const open = `{% if ${EXPRESSION} %}${separator}`;
    const source = `# Title\n\nfirstword ${separator}${open.repeat(15_000)}secondword${separator}${`{% endif %}${separator}`.repeat(15_000)}\n`;
    const { markdown, blocks } = showTo(source, EVERYBODY);
    expect(markdown).toContain('firstword');
    expect(blocks).toContain('firstword');
    expect(markdown + blocks).not.toContain('secondword');
    const { problems } = inspectSource(Buffer.from(source));
    expect(problems.map(({ message }) => message).join('\n')).toContain('condition is invalid');
  },
);

test('front matter that mentions a condition hides the page unless the condition holds', () => {
  const fenced = FRONT_MATTERS.map((front) => `---\n${front}\n---\n\n# Title\n`);
  const lost = [
    '\n---\nif: x\n---\n\n# Title\n',
    '---\nif: x\n\n# Title\n',
    '+++\nif = "x"\n+++\n\n# Title\n',
  ];
  const titled = ['# {% if x %}Title{% endif %}\n', '# Title {% if x %}\n'];
  for (const source of [...fenced, ...lost, ...titled]) {
    const { condition } = readPageSettings(inspectSource(Buffer.from(source)).parts.facts);
    const { expression } = parseExpression(condition ?? 'true');
    expect(expression === undefined || condition === 'false', source).toBe(true);
  }
  for (const front of [
    'if: true',
    'if: visitor.claims.beta',
    'icon: star',
    'description: What to do if it fails.',
  ]) {
    const { facts } = inspectSource(Buffer.from(`---\n${front}\n---\n\n# The \`{% if %}\` tag\n`)).parts;
    expect(readPageSettings(facts).condition).toBe(/^if: (.*)/.exec(front)?.[1]);
  }
});

test('code in a text that only looks like an element is no condition', () => {
  const source = '# Title\n\nfor (i=0; i<length; i+=1)\n{ if (ch > 1) stop; }\n';
  expect(showTo(source, NOBODY).markdown).toBe(source);
});

test('what quotes a condition stays as it is', () => {
  const sources = [
    'Write `{% if x %}` and `{% endif %}`.\n',
    '```liquid\n{% if x %}\nText\n{% else %}\n```\n',
    '    {% if x %}text{% endif %}\n',
    '{% raw %}\n{% if x %}\n\nText\n\n{% endif %}\n{% endraw %}\n',
    'Use {% raw %}{% if x %}text{% endif %}{% endraw %} here.\n',
    'Use \\{% if x %} text \\{% endif %} here.\n',
    '## The `{% if %}` tag\n\nText about if = and 100 % of it, {% hint %} and <b>if</b>.\n',
    '{% code title="a" %}\n```\n{% if x %}\n```\n{% endcode %}\n',
  ];
  for (const source of sources) {
    expect(showTo(source, NOBODY).markdown).toBe(source);
    const { document } = parseMarkdown(source);
    expect(evaluateDocument(document, NOBODY).nodes).toEqual(document.nodes);
    expect(inspectSource(Buffer.from(source)).parts.facts.adaptive).toBeUndefined();
  }
});

test('the tags of any text are in order, do not overlap, and are what the text has there', () => {
  const piece = fc.constantFrom(
    '{',
    '%',
    '}',
    '{%',
    '%}',
    ' ',
    'if',
    'endif',
    'else',
    '<a',
    ' if=',
    '>',
    '"',
    'x',
    '\n',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join('');
      let position = 0;
      const tags = readConditionTags(text);
      for (const { start, end } of tags.filter(({ name }) => !name.startsWith('<'))) {
        expect(start).toBeGreaterThanOrEqual(position);
        expect(end).toBeGreaterThan(start);
        position = end;
      }
      if (/\{%-? *if\b/.test(text)) expect(tags.some(({ isCondition }) => isCondition)).toBe(true);
    }),
    { numRuns: process.env.LECTERN_SOAK ? 500 : 25 },
  );
});
