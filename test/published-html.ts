import { HtmlValidate } from 'html-validate';

/** The rules for pages of sites: all recommended ones, except those that are turned off for the reason beside them. */
const validator = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:a11y'],
  rules: {
    // HTML allows both forms, and pages send the shorter one.
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'doctype-style': 'off',
    // Browsers ignore it.
    'no-trailing-whitespace': 'off',
    // Titles are as long as their authors make them.
    'long-title': 'off',
    // Ids come from the words of a heading; HTML forbids nothing in them but white space.
    'valid-id': ['error', { relaxed: true }],
    // The search is a single field, which the Enter key submits.
    'wcag/h32': 'off',
    // Safari recognizes lists without bullets only by this role.
    'no-redundant-role': 'off',
  },
});

/** Returns the errors of a page, one line each; empty for a valid page. */
export async function findHtmlErrors(page: string): Promise<string[]> {
  const { results } = await validator.validateString(page);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${line}:${column} ${ruleId}: ${message}`),
  );
}
