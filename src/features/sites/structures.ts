import type { SitePointer } from '../../access/pointers.ts';
import type { Context } from '../../context.ts';
import { type SiteStructure, withoutDeletedSpaces } from './site-structure.ts';
import { loadStructure } from './structure.queries.ts';

/** The structures of sites in memory, as readers see them: without deleted spaces. */
export interface Structures {
  peek(site: SitePointer): SiteStructure | undefined;
  get(site: SitePointer): Promise<SiteStructure>;
}

/**
 * A structure is kept with the pointer of its site. Every change of a site, its structure or its spaces replaces the
 * pointer, and with it what is known of the structure.
 */
export function createStructures({ db }: Pick<Context, 'db'>): Structures {
  const known = new WeakMap<SitePointer, SiteStructure>();
  const loading = new WeakMap<SitePointer, Promise<SiteStructure>>();

  async function load(site: SitePointer): Promise<SiteStructure> {
    try {
      const structure = withoutDeletedSpaces(await loadStructure(db, site));
      known.set(site, structure);
      return structure;
    } finally {
      loading.delete(site);
    }
  }

  return {
    peek: (site) => known.get(site),
    async get(site) {
      const structure = known.get(site);
      if (structure) return structure;
      const underWay = loading.get(site) ?? load(site);
      loading.set(site, underWay);
      return underWay;
    },
  };
}
