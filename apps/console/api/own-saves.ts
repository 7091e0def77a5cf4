/** More than arrive before the events of the first of them. */
const MOST = 100;

/** The revisions in which this tab has saved text, whose events are no news to it. */
const revisions = new Set<string>();
const underWay = new Set<Promise<unknown>>();

/** Notes the revision that a save makes. Undefined: what else it changes has to be read again. */
export function noteOwnSave(saving: Promise<string | undefined>): void {
  const noted = saving
    .then((revision) => {
      if (revision === undefined) return;
      revisions.add(revision);
      for (const oldest of revisions) {
        if (revisions.size <= MOST) break;
        revisions.delete(oldest);
      }
    })
    .catch(() => undefined)
    .finally(() => underWay.delete(noted));
  underWay.add(noted);
}

/** Which of these revisions this tab has not saved. Waits for the saves that are under way. */
export async function withoutOwnSaves(of: Iterable<string>): Promise<string[]> {
  await Promise.all(underWay);
  return [...of].filter((revision) => !revisions.has(revision));
}
