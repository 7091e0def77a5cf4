/** Whether an error is PostgreSQL's violation of the named constraint. */
export function violates(error: unknown, constraint: string): boolean {
  const { code, constraint_name } = error as { code?: unknown; constraint_name?: unknown };
  return typeof code === 'string' && code.startsWith('23') && constraint_name === constraint;
}
