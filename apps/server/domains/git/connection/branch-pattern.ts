/** The pattern of branches that become change requests: a glob in which `*` does not match a slash, and `**` does. */

const ALLOWED = /^[^\p{Cc}\s~^:?[\]\\]+$/u;

/** Returns why the pattern cannot be used. */
export function refusePattern(pattern: string): string | undefined {
  if (!ALLOWED.test(pattern) || pattern.startsWith('/') || pattern.startsWith('-'))
    return 'must be a branch name, in which * and ** match any text, such as docs/*';
  return /\*\*\*/.test(pattern) ? 'must not have more than two * in a row' : undefined;
}

/** Takes time in proportion to the product of both lengths for every pattern. */
export function matchesBranch(pattern: string, branch: string): boolean {
  // Whether the part of the pattern read so far matches each beginning of the name.
  let matches = [true, ...Array<boolean>(branch.length).fill(false)];
  for (const [token] of pattern.matchAll(/\*\*|\*|[^*]/gs)) {
    const next = [token.startsWith('*') && matches[0] === true];
    for (let n = 1; n <= branch.length; n += 1) {
      const character = branch[n - 1];
      next[n] = token.startsWith('*')
        ? matches[n] === true || (next[n - 1] === true && (token === '**' || character !== '/'))
        : matches[n - 1] === true && character === token;
    }
    matches = next;
  }
  return matches[branch.length] === true;
}
