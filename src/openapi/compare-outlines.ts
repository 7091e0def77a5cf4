import type { SpecOutline } from './outline-spec.ts';

/** What came and went between two versions, by name. */
export interface OutlineChange {
  change: 'added' | 'removed' | 'deprecated';
  /** Such as `GET /pets`, `webhook POST petAdded` or `schema Pet`. */
  name: string;
}

/** Compares what two versions describe. `before`: nothing if there is no earlier one. */
export function compareOutlines(before: SpecOutline | undefined, after: SpecOutline): OutlineChange[] {
  const [old, now] = [before ? namesOf(before) : new Map<string, boolean>(), namesOf(after)];
  return [
    ...[...old.keys()].filter((name) => !now.has(name)).map((name) => ({ change: 'removed' as const, name })),
    ...[...now.keys()].filter((name) => !old.has(name)).map((name) => ({ change: 'added' as const, name })),
    ...[...now]
      .filter(([name, isDeprecated]) => isDeprecated && old.get(name) === false)
      .map(([name]) => ({ change: 'deprecated' as const, name })),
  ];
}

/** Each name with whether it is deprecated. */
function namesOf({ operations, webhooks, schemas }: SpecOutline): Map<string, boolean> {
  return new Map([
    ...operations.map(
      ({ method, path, deprecated }) => [`${method.toUpperCase()} ${path}`, deprecated] as const,
    ),
    ...webhooks.map(
      ({ method, name, deprecated }) => [`webhook ${method.toUpperCase()} ${name}`, deprecated] as const,
    ),
    ...schemas.map((name) => [`schema ${name}`, false] as const),
  ]);
}
