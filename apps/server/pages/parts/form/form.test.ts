import { html } from '@lectern/html/html';
import { describe, expect, test } from 'vitest';
import { renderDone, withDone } from './done.ts';
import { type FormContext, renderForm } from './form.ts';
import { filled, linesOf } from './form-body.ts';
import { messageOf, problemOf, type Refused } from './refused.ts';

const refusal = (details: Refused['details'], entered: Refused['entered'] = {}): Refused => ({
  form: 'a',
  entered,
  message: 'emails.1 must be an address (and 1 more).',
  details,
});

describe('why a form was refused', () => {
  test.each([
    [[{ path: 'title', message: 'must not be empty' }], 'Must not be empty.'],
    [[{ path: 'title', message: 'is taken.' }], 'Is taken.'],
    [[{ path: 'title.1', message: 'is no address' }], 'Entry 2 is no address.'],
    [
      [
        { path: 'title.0', message: 'is one' },
        { path: 'title.ann@example.com', message: 'is another' },
      ],
      'Entry 1 is one. “ann@example.com” is another.',
    ],
    [[{ path: 'titles', message: 'is another field' }], undefined],
    [[], undefined],
  ])('is said beside the field: %j', (details, said) => {
    expect(problemOf(refusal(details), 'title')).toBe(said);
  });

  test('stands above the form as well, where a field does not say all of it', () => {
    const one = { path: 'title', message: 'is wrong' };
    const other = { path: 'size', message: 'is wrong' };
    const fields = new Set(['title', 'name']);
    expect(messageOf(refusal([one]), fields)).toBe('Correct the fields marked below.');
    expect(messageOf(refusal([one, other]), fields)).toContain('emails.1');
    expect(messageOf(refusal([]), fields)).toContain('emails.1');
  });

  test('is shown by its own form alone', () => {
    const context: FormContext = { csrf: html``, refused: refusal([]), isRefusalShown: false };
    const other = renderForm(context, { name: 'b', action: '/b', submit: 'Send' });
    expect(String(other)).not.toContain('role="alert"');
    expect(context.isRefusalShown).toBe(false);
    const own = renderForm(context, { name: 'a', action: '/a', submit: 'Send' });
    expect(String(own)).toContain('role="alert"');
    expect(context.isRefusalShown).toBe(true);
  });
});

test('a form is shown again as it was sent, without what must not be in a page', () => {
  const entered = { title: '"><b>', secret: 'hunter2', box: 'on', choice: 'b', long: '</textarea>' };
  const context: FormContext = { csrf: html``, refused: refusal([], entered), isRefusalShown: false };
  const source = String(
    renderForm(context, { name: 'a', action: '/a', submit: 'Send' }, ({ text, area, select, check }) => [
      text({ name: 'title', label: 'Title', value: 'before' }),
      text({ name: 'secret', label: 'Secret', type: 'password' }),
      text({ name: 'left', label: 'Left out', value: 'before' }),
      area({ name: 'long', label: 'Long', rows: 2 }),
      select({
        name: 'choice',
        label: 'Choice',
        value: 'a',
        options: [
          ['a', 'A'],
          ['b', 'B'],
        ],
      }),
      check({ name: 'box', label: 'Box' }),
      check({ name: 'other', label: 'Other', isChecked: true }),
    ]),
  );
  expect(source).toContain('value="&quot;&gt;&lt;b&gt;"');
  expect(source).not.toContain('hunter2');
  expect(source).not.toContain('before');
  expect(source).toContain('\n&lt;/textarea&gt;</textarea>');
  expect(source).toContain('<option value="b" selected>B</option>');
  expect(source).toContain('name="box" checked');
  expect(source).not.toContain('name="other" checked');
});

test('news are sentences of ours, whatever an address names', () => {
  expect(withDone('/app/x?page=1', 'saved')).toBe('/app/x?page=1&done=saved');
  expect(String(renderDone('saved'))).toContain('Saved.');
  for (const name of [undefined, '', 'constructor', '__proto__', '<b>']) expect(renderDone(name)).toBe(false);
});

test('lists are what stands on lines or between commas', () => {
  expect(linesOf(' a@b.c \r\n\n d ,e;; f')).toEqual(['a@b.c', 'd', 'e', 'f']);
  expect(linesOf(undefined)).toEqual([]);
  expect(filled({ a: '  ' }, 'a')).toBeUndefined();
  expect(filled({ a: ' b ' }, 'a')).toBe('b');
});
