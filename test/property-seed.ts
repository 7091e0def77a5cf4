import fc from 'fast-check';

// The same cases in every run of `npm test`, so that failures are caused by a change and not by chance. `npm run soak`
// draws new ones.
fc.configureGlobal({ seed: 20_261_121 });
