const QUOTE_STYLES: ReadonlyMap<string, string> = new Map([
  ['is-info', 'info'],
  ['is-success', 'success'],
  ['is-warning', 'warning'],
  ['is-danger', 'danger'],
]);

const CLASSES = /^[ \t]*\{((?:\.[\w-]+[ \t]*)+)\}[ \t]*$/;

/** Turns quotes with a style, and headings that hold tabs, into directives; other classes of blocks are dropped. */
export function markStyledBlocks(body: string): string {
  if (!body.includes('{.')) return body;
  const lines = body.split('\n');
  const result: string[] = [];
  let quoteStart: number | undefined;
  let fence: string | undefined;
  for (const line of lines) {
    const marker = /^[ \t]{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (marker !== undefined && (fence === undefined || line.trim().startsWith(fence)))
      fence = fence === undefined ? marker : undefined;
    const classes = fence === undefined && line.length < 500 ? CLASSES.exec(line)?.[1] : undefined;
    if (classes !== undefined) {
      const style = classes
        .split(/[ \t.]+/)
        .map((name) => QUOTE_STYLES.get(name))
        .find((found) => found !== undefined);
      if (style !== undefined && quoteStart !== undefined) wrapQuote(result, quoteStart, style);
      quoteStart = undefined;
      continue;
    }
    if (!/^[ \t]{0,3}>/.test(line)) quoteStart = undefined;
    else quoteStart ??= result.length;
    result.push(line);
  }
  return markTabs(result).join('\n');
}

/** The lines of a quote without their marks, between the lines of a directive. */
function wrapQuote(lines: string[], start: number, style: string): void {
  const inner = lines.splice(start).map((line) => line.replace(/^[ \t]{0,3}>[ \t]?/, ''));
  lines.push(`::::::${style}`);
  for (const line of inner) lines.push(line);
  lines.push('::::::');
}

/** `## Tabs {.tabset}` holds a tab for each heading of the next level. */
function markTabs(lines: readonly string[]): string[] {
  const result: string[] = [];
  let level: number | undefined;
  let isInTab = false;
  const closeTab = (): void => {
    if (isInTab) result.push(':::::::');
    isInTab = false;
  };
  const closeSet = (): void => {
    closeTab();
    if (level !== undefined) result.push('::::::::');
    level = undefined;
  };
  for (const line of lines) {
    const heading = /^(#{1,6})[ \t]+(.*)/.exec(line.slice(0, 1000));
    if (heading && level !== undefined && heading[1]!.length <= level) closeSet();
    if (heading && heading[2]!.trimEnd().endsWith('{.tabset}')) {
      closeSet();
      level = heading[1]!.length;
      result.push('::::::::wiki-tabs');
    } else if (heading && level !== undefined && heading[1]!.length === level + 1) {
      closeTab();
      isInTab = true;
      result.push(`:::::::tab ${heading[2]!.trim()}`);
    } else result.push(line);
  }
  closeSet();
  return result;
}
