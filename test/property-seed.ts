import fc from 'fast-check';

// The same cases in every run of `npm test`: a failure is the change's, not chance's. `npm run soak` draws new ones.
fc.configureGlobal({ seed: 20_261_121 });
