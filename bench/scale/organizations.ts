/**
 * Organizations of a provider, drawn from distributions. The figures of documentation are those of three public
 * repositories (MIT and Apache-2.0): an example of several products (124 pages, 10 spaces, 627 kB), the documentation
 * of a protocol (259 pages, one space, 1,979 kB, 23 files of 4.2 MB) and a specification (26 pages, one space, 180 kB,
 * 45 files of 3.5 MB). What they cannot tell, such as people and readers, follows distributions that were published;
 * the rest is assumed, and says so.
 */

/** An organization, as far as it needs room or work. */
export interface DrawnOrganization {
  members: number;
  spaces: number;
  pages: number;
  /** Bytes of Markdown. */
  bytes: number;
  files: number;
  fileBytes: number;
  sites: number;
  /** Saves of pages, and events of readers. */
  editsPerDay: number;
  eventsPerDay: number;
}

/** Of the three repositories together: 409 pages, 2,786 kB, 12 spaces, 76 files of 7,678 kB. */
const BYTES_PER_PAGE = 6_810;
const PAGES_PER_SPACE = 34;
const FILES_PER_PAGE = 0.186;
const BYTES_PER_FILE = 101_000;

/**
 * Pages: log-normal, as sizes of collections of files are (Downey, “The structural cause of file size distributions”,
 * 2001). Their median is assumed; 26 and 259 pages are within a standard deviation of it.
 */
const PAGES = { median: 80, sigma: 1.3, most: 10_000 };
/** People: a power law, as of the sizes of firms (Axtell, “Zipf distribution of U.S. firm sizes”, 2001: 1.06). */
const MEMBERS = { least: 3, exponent: 1.06, most: 50_000 };
/** Readers: a power law, as of visits to websites (Adamic and Huberman, “Zipf's law and the Internet”, 2002: about 1). */
const EVENTS = { least: 20, exponent: 0.95, most: 1_000_000 };
/** Assumed: a saved edit a day for 80 pages, and as many more as there are people. */
const EDITS = { median: 1, sigma: 1.2 };
/** Assumed: three of five organizations publish. */
const PUBLISHING = 0.6;

/** The same organizations for the same number, each of them whatever the number of all. */
export function drawOrganizations(count: number): DrawnOrganization[] {
  return Array.from({ length: count }, (_, n) => drawOrganization(createRandom(n + 1)));
}

function drawOrganization(random: () => number): DrawnOrganization {
  const pages = Math.min(PAGES.most, Math.max(1, Math.round(logNormal(random, PAGES))));
  const members = Math.round(powerLaw(random, MEMBERS));
  const files = Math.round(pages * FILES_PER_PAGE);
  const isPublishing = random() < PUBLISHING;
  return {
    members,
    pages,
    spaces: Math.ceil(pages / PAGES_PER_SPACE),
    bytes: pages * BYTES_PER_PAGE,
    files,
    fileBytes: files * BYTES_PER_FILE,
    sites: isPublishing ? Math.max(1, Math.round(pages / (4 * PAGES_PER_SPACE))) : 0,
    editsPerDay: logNormal(random, EDITS) * Math.sqrt((pages / 80) * (members / 10)),
    eventsPerDay: isPublishing ? powerLaw(random, EVENTS) : 0,
  };
}

const logNormal = (random: () => number, { median, sigma }: { median: number; sigma: number }): number =>
  median * Math.exp(sigma * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()));

/** Whose rank and size are inverse: few are very large. */
const powerLaw = (
  random: () => number,
  { least, exponent, most }: { least: number; exponent: number; most: number },
): number => Math.min(most, least * (1 - random()) ** (-1 / exponent));

function createRandom(seed: number): () => number {
  let state = Math.imul(seed, 0x9e37_79b9);
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The sums of all of them. */
export function sumOf(organizations: readonly DrawnOrganization[]): DrawnOrganization & { count: number } {
  const sum = {
    count: 0,
    members: 0,
    spaces: 0,
    pages: 0,
    bytes: 0,
    files: 0,
    fileBytes: 0,
    sites: 0,
    editsPerDay: 0,
    eventsPerDay: 0,
  };
  for (const one of organizations) {
    sum.count += 1;
    for (const name of Object.keys(one) as (keyof DrawnOrganization)[]) sum[name] += one[name];
  }
  return sum;
}
