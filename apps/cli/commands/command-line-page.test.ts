import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { COMMANDS, type CommandUsage, invocationOfOption } from './usage.ts';

const page = readFileSync(new URL('../../../docs/running/command-line.md', import.meta.url), 'utf8');
const sections = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section]),
);
const withoutMarks = (text = ''): string => text.replaceAll('`', '').replace(/\[([^\]]+)\]\([^)]+\)/g, '$1');

describe('the page about the command line', () => {
  test.each([...COMMANDS] as CommandUsage[])('has what the help says of $words', (command) => {
    const { words, argument, brief, notes = '', options } = command;
    const section = withoutMarks(sections.get(`lectern ${words}`));
    expect(section.toLowerCase()).toContain(brief.toLowerCase());
    expect(section).toContain(notes);
    if (argument !== undefined) expect(section).toContain(`lectern ${words} ${argument}`);
    const rows = [...section.matchAll(/^\| (--[a-z][a-z-]*(?: .+?)?) \| (.+) \|$/gm)].map(
      ([, option, text]) => [option, text],
    );
    expect(rows).toEqual(options.map((option) => [invocationOfOption(option), option.text]));
  });

  test('names no command that there is not', () => {
    const named = [...sections.keys()].filter((title) => title.startsWith('lectern '));
    expect(named).toEqual(COMMANDS.map(({ words }) => `lectern ${words}`));
  });
});
