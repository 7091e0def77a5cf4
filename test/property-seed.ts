import fc from 'fast-check';

// The same cases in every run of `npm test`, so that failures are caused by a change and not by chance. `npm run soak`
// draws new ones, unless LECTERN_SEED names those of an earlier run. LECTERN_PATH, as a failure tells it, leads to one case of a property.
const { LECTERN_PATH: path, LECTERN_SEED: named, LECTERN_SOAK: soak } = process.env;
if (named !== undefined || soak === undefined)
  fc.configureGlobal({
    seed: named === undefined ? 20_261_121 : Number(named),
    ...(path === undefined ? {} : { path }),
  });
