import * as fc from 'fast-check';

// A fixed seed, so that a failing property test can be repeated.
fc.configureGlobal({ seed: 20_260_304 });
