/** An entry of `SUMMARY.md` that stands for pages of a spec. */
export const writeComputedEntry = (spec: string, props: Record<string, unknown>): string =>
  [
    '* ```yaml',
    '  type: builtin:openapi',
    '  props:',
    ...Object.entries(props).map(([name, value]) => `    ${name}: ${String(value)}`),
    '  dependencies:',
    '    spec:',
    '      ref:',
    '        kind: openapi',
    `        spec: ${spec}`,
    '  ```',
    '',
  ].join('\n');
